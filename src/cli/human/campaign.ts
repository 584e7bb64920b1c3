import type { View } from "./page.ts";

type Answer = { exists: false } | { exists: true; name: string; embeddingDim: number };

export const render: View<Answer> = (answer, { style }) => {
  if (!answer.exists) return style.warning("No campaign of that id yet; init-campaign creates it.");
  const vectors = answer.embeddingDim === 0 ? "no vectors" : `${answer.embeddingDim} dimensions`;
  return `${style.good("✓")} ${style.name(answer.name)} ${style.muted(`(${vectors})`)}`;
};
