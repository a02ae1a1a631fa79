const plain = !process.stdout.isTTY || Boolean(process.env.NO_COLOR);
const paint = (code: string, text: string): string => (plain ? text : `\u001b[${code}m${text}\u001b[0m`);

// The reader of the output may close it (`npm start | head`); the instance must continue.
process.stdout.on('error', () => {});

export const dim = (text: string): string => paint('2', text);
export const bold = (text: string): string => paint('1', text);
export const red = (text: string): string => paint('31', text);
export const green = (text: string): string => paint('32', text);

export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

let hushed = false;

/** Failing steps print nothing from now on: they fail because everything is being stopped. */
export function hushSteps(): void {
  hushed = true;
}

/** Runs a step and prints one line when it is done, with its result and duration. */
export async function step<T>(label: string, work: (note: (text: string) => void) => Promise<T>): Promise<T> {
  const started = Date.now();
  let note = '';
  try {
    const result = await work((text) => {
      note = text;
    });
    print(`  ${green('✓')} ${label.padEnd(12)} ${note.padEnd(44)} ${dim(seconds(Date.now() - started))}`);
    return result;
  } catch (error) {
    if (!hushed) print(`  ${red('✗')} ${label}`);
    throw error;
  }
}

/** Lines of two columns, the first as wide as its widest entry. */
export function table(rows: readonly (readonly string[])[], indent = 2): string {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, index) => Math.max(widest[index] ?? 0, cell.length)),
    [],
  );
  return rows
    .map((row) =>
      (
        ' '.repeat(indent) +
        row.map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd((widths[index] ?? 0) + 3))).join('')
      ).trimEnd(),
    )
    .join('\n');
}
