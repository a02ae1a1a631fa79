import { type ComponentType, lazy as reactLazy, type LazyExoticComponent } from 'react';
import { loadFile } from '@/lib/lost-files.ts';

/** React's `lazy`, for a component whose file may fail to load: React would keep the failure, this waits for another try. */
// oxlint-disable-next-line no-explicit-any -- as React's own type says it
export function lazy<Component extends ComponentType<any>>(
  load: () => Promise<{ default: Component }>,
): LazyExoticComponent<Component> {
  return reactLazy(() => loadFile(load));
}
