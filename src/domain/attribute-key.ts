import * as z from "zod";
import { codePoints } from "./text.ts";

/** Name of an attribute: 1 to 100 characters, no control characters; compared and stored in NFC. */
export const attributeKey = () =>
  z
    .string()
    .refine((text) => text.trim() !== "", { message: "must not be empty" })
    .refine((text) => codePoints(text) <= 100, { message: "must be at most 100 characters" })
    .refine((text) => !/\p{Cc}/u.test(text), { message: "must not hold control characters" })
    .overwrite((text) => text.normalize("NFC"))
    .describe("Name of the attribute, for example ancien_metier; 1 to 100 characters");
