// `npm start`: installs and builds when that is needed, then plays a session.
import { build, install } from "./ready.mjs";

install();
build();
await import("./tower-of-jade.mjs");
