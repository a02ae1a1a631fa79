import { badInputs } from './bad-inputs.ts';
import { address, inParallel, measure, type Row, type Target } from './target.ts';

async function calls(target: Target, size: number): Promise<Row[]> {
  const inputs = badInputs(size);
  const answers = await inParallel(inputs, 8, async (input, n) => ({
    input,
    answer: await target.send(input.path, {
      method: input.method,
      raw: input.payload,
      headers: input.headers,
      from: address(2, n),
    }),
  }));
  const wrong = answers.filter(
    ({ answer }) => answer.status < 400 || answer.status >= 500 || typeof answer.json?.['error'] !== 'string',
  );
  for (const { input, answer } of wrong.slice(0, 10))
    console.log(
      `  ${input.method} ${input.path} ${input.what}: ${answer.status} ${answer.text.slice(0, 120)} <- ${input.payload.slice(0, 120)}`,
    );
  const statuses = new Map<number, number>();
  for (const { answer } of answers) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  return [
    {
      what: `${inputs.length} bad inputs`,
      bar: 'each a 4xx with {error}',
      measured: `${inputs.length - wrong.length} (${[...statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, n]) => `${status}: ${n}`)
        .join(', ')})`,
      ok: wrong.length === 0,
    },
  ];
}

await measure('sec:calls', 'npm run sec:calls: generated inputs that must all be refused.', 1_000, calls);
