/** Calls what the engine's user gave. What that throws is uncaught: here it would end the reading of all messages, unseen. */
export function callOut<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
