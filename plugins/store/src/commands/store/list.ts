import { entityArgument } from "../../cli/arguments.ts";
import { requireArgument, StoreCommand } from "../../cli/store-command.ts";
import { requireEntity } from "../../custodian/session.ts";

export default class List extends StoreCommand {
  static override summary = "Print the records of an entity as an array";
  static override args = { entity: entityArgument };
  static override strict = false;
  static override usage = "store list ENTITY [KEY=VALUE ...]";
  static override examples = ["<%= config.bin %> <%= command.id %> task status=draft sprintId=S12"];

  async run(): Promise<void> {
    const { argv } = await this.parse(List);
    const [name, ...words] = argv.map(String);
    const entity = requireEntity(requireArgument("entity", name));
    const { listMatching, parseFilters } = await import("../../custodian/list-records.ts");
    await this.succeed(listMatching(this.session(true), entity, parseFilters(words)));
  }
}
