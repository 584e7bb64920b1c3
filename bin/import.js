// `import()` for the bundle: a script that V8 restores from a cache has lost its own.
"use strict";
module.exports = (name) => import(name);
