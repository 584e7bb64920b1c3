import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: ["./src/store/sqlite/schema.ts", "./src/store/sqlite/schema-spelling.ts"],
  out: "./migrations",
});
