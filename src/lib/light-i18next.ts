/**
 * Replaces `i18next` in the browser's build (see `vite.config.ts`): the part of its behavior that our texts use, at a
 * seventh of its size. A test renders every text of every language through both and compares.
 *
 * Keys are nested with dots and may name a namespace (`errors:not_found`); `{{name}}` takes a value through
 * `interpolation.escape`, or as it is without one; `count` selects a plural form by Intl; `context` selects a variant;
 * `returnObjects` returns lists; a missing key returns the key.
 */
type Texts = { readonly [key: string]: unknown };
type Options = Record<string, unknown>;
type Listener = (...args: never[]) => void;
type Load = (language: string, namespace: string) => Promise<Texts>;

const NAMESPACE_SIGN = ':';

class LightI18next {
  options: Options & { ns: string[]; defaultNS: string; react: Options } = { ns: [], defaultNS: 'common', react: {} };
  language = '';
  languages: string[] = [];
  resolvedLanguage: string | undefined;
  isInitialized = false;
  /** Read by the React binding. */
  readonly services = {
    interpolator: { interpolate: (text: string, values: Options) => interpolate(text, values, this.#escape) },
  };
  readonly #texts = new Map<string, Texts>();
  readonly #loading = new Map<string, Promise<void>>();
  readonly #listeners = new Map<string, Set<Listener>>();
  #load: Load = () => Promise.reject(new Error('no source of texts'));
  /** Counts language changes: only the last one takes effect. */
  #asked = 0;
  #modules: { type: string; init?: (instance: unknown) => void }[] = [];

  readonly #escape = (value: string): string =>
    (this.options['interpolation'] as { escape?: (value: string) => string } | undefined)?.escape?.(value) ?? value;

  readonly t = (keys: string | readonly string[], given: Options | string = {}, more: Options = {}): unknown => {
    const options = typeof given === 'string' ? { ...more, defaultValue: given } : given;
    for (const key of Array.isArray(keys) ? keys : [keys]) {
      const found = this.#find(key, options);
      if (found !== undefined) return found;
    }
    const last = Array.isArray(keys) ? keys.at(-1) : keys;
    const { defaultValue } = options;
    return typeof defaultValue === 'string'
      ? interpolate(defaultValue, options, this.#escape)
      : withoutNamespace(String(last));
  };

  use(module: { type: string; read?: unknown; init?: (instance: unknown) => void }): this {
    if (module.type === 'backend' && typeof module.read === 'function') this.#load = readerOf(module.read as Read);
    else this.#modules.push(module);
    return this;
  }

  async init(options: Options): Promise<typeof this.t> {
    this.options = { ...this.options, ...options } as typeof this.options;
    for (const module of this.#modules) module.init?.(this);
    this.#speak(String(this.options['lng']));
    await this.loadNamespaces(this.options.ns);
    this.isInitialized = true;
    this.#emit('initialized');
    this.#emit('languageChanged', this.language);
    return this.t;
  }

  async changeLanguage(language: string): Promise<typeof this.t> {
    this.#asked += 1;
    const asked = this.#asked;
    await Promise.all(this.options.ns.map((namespace) => this.#fetch(language, namespace)));
    if (asked !== this.#asked) return this.t;
    this.#speak(language);
    this.#emit('languageChanged', language);
    return this.t;
  }

  async loadNamespaces(namespaces: string | readonly string[], done?: (error?: unknown) => void): Promise<void> {
    const wanted = typeof namespaces === 'string' ? [namespaces] : namespaces;
    for (const namespace of wanted)
      if (!this.options.ns.includes(namespace)) this.options.ns = [...this.options.ns, namespace];
    const { language } = this;
    try {
      await Promise.all(wanted.map((namespace) => this.#fetch(language, namespace)));
    } catch (error) {
      // The React binding passes a callback and does not use the promise.
      done?.(error);
      throw error;
    }
    done?.();
  }

  hasLoadedNamespace(namespace: string | readonly string[]): boolean {
    return (typeof namespace === 'string' ? [namespace] : namespace).every((name) =>
      this.#texts.has(`${this.language}/${name}`),
    );
  }

  getFixedT(language: string | null, namespace: string | readonly string[] | undefined, keyPrefix?: string) {
    const ns = typeof namespace === 'string' ? namespace : namespace?.[0];
    const fixed = (key: string | readonly string[], given: Options | string = {}, more: Options = {}): unknown => {
      const options = typeof given === 'string' ? { ...more, defaultValue: given } : given;
      const keys = (Array.isArray(key) ? key : [key]).map((one: string) => (keyPrefix ? `${keyPrefix}.${one}` : one));
      return this.t(keys, { ...(ns ? { ns } : {}), ...(language ? { lng: language } : {}), ...options });
    };
    return Object.assign(fixed, { lng: language ?? undefined, ns, keyPrefix });
  }

  exists(key: string, options: Options = {}): boolean {
    return this.#find(key, { ...options, returnObjects: true }) !== undefined;
  }

  dir(language = this.language): 'ltr' | 'rtl' {
    return /^ar\b/u.test(language) ? 'rtl' : 'ltr';
  }

  on(events: string, listener: Listener): this {
    for (const event of events.split(' '))
      this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener));
    return this;
  }

  off(event: string, listener: Listener): void {
    this.#listeners.get(event)?.delete(listener);
  }

  #find(key: string, options: Options): unknown {
    const sign = key.indexOf(NAMESPACE_SIGN);
    const named = typeof options['ns'] === 'string' ? options['ns'] : this.options.defaultNS;
    const namespace = sign > 0 ? key.slice(0, sign) : named;
    const path = sign > 0 ? key.slice(sign + 1) : key;
    const language = typeof options['lng'] === 'string' ? options['lng'] : this.language;
    const texts = this.#texts.get(`${language}/${namespace}`);
    if (!texts) return undefined;
    for (const variant of variantsOf(path, language, options)) {
      const text = at(texts, variant);
      if (typeof text === 'string') return interpolate(text, options, this.#escape);
      if (text !== undefined && options['returnObjects'] === true) return text;
    }
    return undefined;
  }

  #fetch(language: string, namespace: string): Promise<void> {
    const id = `${language}/${namespace}`;
    if (this.#texts.has(id)) return Promise.resolve();
    const running = this.#loading.get(id);
    if (running) return running;
    const loading = this.#load(language, namespace)
      .then((texts) => void this.#texts.set(id, texts))
      .finally(() => this.#loading.delete(id));
    this.#loading.set(id, loading);
    return loading;
  }

  #speak(language: string): void {
    this.language = language;
    this.languages = [language];
    this.resolvedLanguage = language;
  }

  #emit(event: string, ...args: unknown[]): void {
    for (const listener of this.#listeners.get(event) ?? []) (listener as (...args: unknown[]) => void)(...args);
  }
}

type Read = (language: string, namespace: string, callback: (error: unknown, texts: Texts) => void) => void;

function readerOf(read: Read): Load {
  return (language, namespace) =>
    new Promise((resolve, reject) =>
      read(language, namespace, (error, texts) =>
        error ? reject(error instanceof Error ? error : new Error(String(error))) : resolve(texts),
      ),
    );
}

/** The keys to try, most specific first: context and plural, context, plural, the key itself. */
function variantsOf(path: string, language: string, { count, context }: Options): string[] {
  const bases = context === undefined || context === '' ? [path] : [`${path}_${String(context)}`, path];
  if (count === undefined || typeof count === 'string') return bases;
  const category = pluralsOf(language).select(Number(count));
  return bases.flatMap((base) => [...(count === 0 ? [`${base}_zero`] : []), `${base}_${category}`, base]);
}

const plurals = new Map<string, Intl.PluralRules>();

function pluralsOf(language: string): Intl.PluralRules {
  const known = plurals.get(language) ?? new Intl.PluralRules(language);
  plurals.set(language, known);
  return known;
}

/** Most keys are nested; a few contain dots ("offer.terms_changed" in the texts of errors). */
function at(texts: Texts, path: string): unknown {
  if (Object.hasOwn(texts, path)) return texts[path];
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    const inner = texts[path.slice(0, dot)];
    if (typeof inner !== 'object' || inner === null) continue;
    const found = at(inner as Texts, path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

function interpolate(text: string, values: Options, escape: (value: string) => string): string {
  return text.replace(/\{\{\s*([\w.]+)\s*\}\}/gu, (hole, name: string) => {
    if (Object.hasOwn(values, name)) return escape(String(values[name] ?? ''));
    const inner = at(values, name);
    return inner === undefined ? hole : escape(String(inner ?? ''));
  });
}

function withoutNamespace(key: string): string {
  const sign = key.indexOf(NAMESPACE_SIGN);
  return sign > 0 ? key.slice(sign + 1) : key;
}

/** Called by the React binding; our keys are strings, never selector functions. */
export function keyFromSelector(): never {
  throw new Error('keys are written as texts');
}

export function createInstance(): LightI18next {
  return new LightI18next();
}

export default createInstance();
