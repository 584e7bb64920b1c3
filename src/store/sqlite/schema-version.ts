/** The number of migrations, and the `user_version` of a file that has them all. Apart, so that reading it loads no SQL. */
export const SCHEMA_VERSION = 1;
