import { type ComponentType, lazy as reactLazy, type LazyExoticComponent } from 'react';
import { loadFile } from '@/lib/lost-files.ts';

// oxlint-disable-next-line no-explicit-any -- as React's own type of `lazy`
type AnyComponent = ComponentType<any>;

/** React's `lazy` for a component whose file may fail to load: React would keep the failure, this one tries again. */
export function lazy<Component extends AnyComponent>(
  load: () => Promise<{ default: Component }>,
): LazyExoticComponent<Component> {
  return reactLazy(() => loadFile(load));
}

/** `lazy` for a module that exports its component by name. */
export function lazyNamed<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<Extract<Module[Name], AnyComponent>> {
  return lazy(async () => ({ default: (await load())[name] as Extract<Module[Name], AnyComponent> }));
}
