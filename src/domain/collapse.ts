/** How much detail a collapse is asked for. */
export const DEPTHS = ["MINIMAL", "STANDARD", "DETAILLE"] as const;

/** In what tone. */
export const REGISTERS = ["NEUTRE", "DRAMATIQUE", "HUMORISTIQUE", "SOMBRE"] as const;
