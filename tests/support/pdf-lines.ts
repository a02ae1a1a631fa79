import { vi } from 'vitest';
import { Pages } from '../../server/pdf/page.ts';

/** What a drawn document says: its fields, texts, figures and footer without direction marks. Its bytes are empty meanwhile. */
export async function pdfLines(draw: () => Promise<unknown>): Promise<string[]> {
  const lines: string[] = [];
  const field = vi.spyOn(Pages.prototype, 'field').mockImplementation((label, value) => {
    for (const one of [value].flat()) lines.push(`${label}: ${one}`);
  });
  const text = vi.spyOn(Pages.prototype, 'text').mockImplementation((one) => void lines.push(one));
  const line = vi
    .spyOn(Pages.prototype, 'line')
    .mockImplementation((label, figure) => void lines.push(`${label}: ${figure}`));
  const end = vi.spyOn(Pages.prototype, 'end').mockImplementation(async (footer) => {
    lines.push(footer(1, 1));
    return Buffer.alloc(0);
  });
  try {
    await draw();
  } finally {
    for (const spy of [field, text, line, end]) spy.mockRestore();
  }
  return lines.map((one) => one.replace(/[\u2066-\u2069]/gu, ''));
}
