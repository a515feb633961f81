/**
 * Of a test's own environment, what a process that it starts needs to run, as a container has it: where programs lie, the mark by which what is
 * left of a run is found, and where compiled modules are kept.
 */
export function bareEnvironment(): Record<string, string> {
  const names = ['PATH', 'ABATO_TEST_RUN', 'NODE_COMPILE_CACHE'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
