import PluginsContract from "../commands/plugins/contract.ts";
import PluginsDoctor from "../commands/plugins/doctor.ts";
import Plugins from "../commands/plugins/index.ts";
import PluginsInspect from "../commands/plugins/inspect.ts";
import PluginsInstall from "../commands/plugins/install.ts";
import PluginsLink from "../commands/plugins/link.ts";
import PluginsReset from "../commands/plugins/reset.ts";
import PluginsUninstall from "../commands/plugins/uninstall.ts";
import PluginsUpdate from "../commands/plugins/update.ts";
import { OPERATION_COMMANDS } from "./command-table.ts";

/** The class of each command around plugins, by command id. */
export const PLUGINS_COMMANDS = {
  plugins: Plugins,
  "plugins:contract": PluginsContract,
  "plugins:doctor": PluginsDoctor,
  "plugins:inspect": PluginsInspect,
  "plugins:install": PluginsInstall,
  "plugins:link": PluginsLink,
  "plugins:reset": PluginsReset,
  "plugins:uninstall": PluginsUninstall,
  "plugins:update": PluginsUpdate,
};

/** The class of each of our command ids: stated rather than found, since a bundle has no folder of commands to search. */
export const COMMANDS = { ...OPERATION_COMMANDS, ...PLUGINS_COMMANDS };
