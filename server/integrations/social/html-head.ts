const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text of HTML with its character references resolved. */
export const decodedText = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/giu,
    (whole, decimal?: string, hex?: string, name?: string) => {
      const code = decimal ? Number(decimal) : hex ? parseInt(hex, 16) : null;
      if (code !== null) return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
      return ENTITIES[name?.toLowerCase() ?? ''] ?? whole;
    },
  );

/** Values of the `meta` elements of a name or property, in their order. */
export function metaContents(head: string, name: string): string[] {
  const found: string[] = [];
  for (const [tag] of head.matchAll(/<meta\s[^>]*>/giu)) {
    const [, of] = /\s(?:name|property)\s*=\s*["']([^"']+)["']/iu.exec(tag) ?? [];
    if (of?.toLowerCase() !== name) continue;
    const [, double, single] = /\scontent\s*=\s*(?:"([^"]*)"|'([^']*)')/iu.exec(tag) ?? [];
    found.push(decodedText(double ?? single ?? ''));
  }
  return found;
}
