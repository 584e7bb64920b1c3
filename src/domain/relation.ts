/** Edges of the coherence graph that a program adds itself. */
export const TYPED_RELATIONS = ["SOCIAL", "CAUSAL", "SPATIAL", "TEMPOREL", "CONCEPTUEL"] as const;

/** All edges: a fact whose value refers to an entity is one as well. */
export const RELATION_KINDS = ["FACT", ...TYPED_RELATIONS] as const;
export type RelationKind = (typeof RELATION_KINDS)[number];
