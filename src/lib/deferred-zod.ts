import { loadFile } from '@/lib/lost-files.ts';

/**
 * Replaces `zod` in the browser's build (see `vite.config.ts`). Forms share the server's schemas, but nothing is
 * checked before the first input, and the library is a tenth of the first load. So building a schema only records the
 * calls; {@link realSchema} loads the library and replays them. Forms do the checking; a direct check (`schema.parse`)
 * throws.
 */
const RECIPE = Symbol('how a schema is built');
const CHECKS = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'spa', '_zod', '~standard']);

type Library = Record<PropertyKey, unknown>;
type Build = (library: Library) => unknown;
interface Recipe {
  build: Build;
  /** The object that a method belongs to. */
  owner?: Build;
}

function record(recipe: Recipe): unknown {
  const build = once(recipe.build);
  return new Proxy(() => undefined, {
    get(_target, key) {
      if (key === RECIPE) return build;
      // A promise that resolves with a schema reads `then` of it.
      if (key === 'then') return undefined;
      if (typeof key === 'string' && CHECKS.has(key))
        throw new Error(`A schema is checked by its form, not by ${key}() in the browser`);
      return record({ build: (library) => (build(library) as Library)[key], owner: build });
    },
    apply(_target, _this, given) {
      const { owner } = recipe;
      return record({
        build: (library) => {
          const method = build(library) as (...args: unknown[]) => unknown;
          return method.apply(
            owner?.(library),
            given.map((argument) => realise(argument, library)),
          );
        },
      });
    },
  });
}

function once(build: Build): Build {
  let built: { value: unknown } | null = null;
  return (library) => (built ??= { value: build(library) }).value;
}

function realise(value: unknown, library: Library): unknown {
  const build = recipeOf(value);
  if (build) return build(library);
  if (Array.isArray(value)) return value.map((item) => realise(item, library));
  // A lazy schema or a check: its result may be a recorded schema too.
  if (typeof value === 'function')
    return (...args: unknown[]) => realise((value as (...args: unknown[]) => unknown)(...args), library);
  if (isPlain(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, realise(item, library)]));
  return value;
}

function recipeOf(value: unknown): Build | null {
  if (typeof value !== 'function') return null;
  const build: unknown = (value as unknown as Record<symbol, unknown>)[RECIPE];
  return typeof build === 'function' ? (build as Build) : null;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

export const z = record({ build: (library) => library });

/** Loads the library and builds the real schema. A real schema is returned as it is. */
export async function realSchema<Schema>(schema: Schema): Promise<Schema> {
  const build = recipeOf(schema);
  if (!build) return schema;
  const { library } = await loadFile(() => import('@/lib/zod-library.ts'));
  return build(library) as Schema;
}
