import { Help } from "@oclif/core/help";

/** `store-cli write` is `store write` to oclif; its own help leaves the topic out. */
export default class StoreCliHelp extends Help {
  protected override log(...words: string[]): void {
    super.log(
      ...words.map((word) => word.replaceAll("store-cli store ", "store-cli ").replaceAll(/^( +)store /gm, "$1")),
    );
  }
}
