import { buildClient } from './lib/client-build.ts';
import { explain } from './lib/failure.ts';
import { readFlags } from './lib/flags.ts';
import { projectRoot } from './lib/paths.ts';
import { print, table } from './lib/progress.ts';
import { checkBudgets, landingBudgetBytes, routeBudgetBytes } from './lib/budgets.ts';

const help = `npm run budgets [-- --route /auth]

Measures the gzipped JavaScript that a first visit loads, from the manifest of the built client:
at most ${landingBudgetBytes / 1000} KB on / and ${routeBudgetBytes / 1000} KB on any other route. Builds the client when it is not current.
With --route it lists that route's files by weight.
`;

try {
  const { values } = readFlags({ options: { help: { type: 'boolean' }, route: { type: 'string' } } });
  if (values.help) {
    print(help);
    process.exit(0);
  }
  await buildClient();
  const routes = checkBudgets(`${projectRoot}/dist/client`);
  print(
    table(
      routes.map((route) => [
        route.over ? 'over' : 'ok',
        `${(route.bytes / 1000).toFixed(1)} KB`,
        `of ${route.budget / 1000} KB`,
        route.route,
      ]),
    ),
  );
  const asked = routes.find((route) => route.route === values.route);
  if (asked) print(`\n${table(asked.parts.map((part) => [`${(part.bytes / 1000).toFixed(1)} KB`, part.file]))}`);
  process.exit(routes.some((route) => route.over) ? 1 : 0);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
