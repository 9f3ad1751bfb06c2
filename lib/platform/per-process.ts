/**
 * One value per process. Next bundles its own copy of each module, so a module-level variable would exist more than once:
 * pools, listeners and caches are kept on the global object instead. `name` must be unique; `T` must fit every use of it.
 */
export function perProcess<T>(name: string, make: () => T): T {
  const key = Symbol.for(`lectern.${name}`);
  if (!Reflect.has(globalThis, key)) Reflect.set(globalThis, key, make());
  return Reflect.get(globalThis, key) as T;
}
