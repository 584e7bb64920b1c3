/** What a canon entity can be. The French values are part of the contract. */
export const ENTITY_TYPES = [
  "PERSONNAGE",
  "LIEU",
  "OBJET",
  "FACTION",
  "EVENEMENT",
  "RELATION",
  "SCENE",
  "WORLD",
] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

/** Where an alias was first seen. */
export const ALIAS_SOURCES = ["GM_NARRATION", "PLAYER", "INFERENCE", "DOCUMENT"] as const;
export type AliasSource = (typeof ALIAS_SOURCES)[number];

/** Another spelling under which an entity is known. `observedAt` is milliseconds since 1970. */
export interface Alias {
  text: string;
  source: AliasSource;
  observedAt: number;
}

/** A canon entity as every caller sees it. `createdAt` is milliseconds since 1970. */
export interface Entity {
  entityId: string;
  type: EntityType;
  name: string;
  description: string;
  aliases: Alias[];
  tags: string[];
  createdAt: number;
}
