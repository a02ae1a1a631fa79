/** Tags as people separate them, in every script: "vip, coffee", "قهوة، ليون", "咖啡、里昂". */
export const tagsOfText = (text: string): string[] =>
  text
    .split(/[,;،؛、，；\n]/u)
    .map((tag) => tag.trim())
    .filter(Boolean);
