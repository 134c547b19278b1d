// Scripts use options.
import { createInterface } from 'node:readline/promises';

export const isAtTerminal = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** On stderr: stdout is the command's output. */
export async function askAtTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // End of input counts as an empty answer.
  const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  try {
    return (await Promise.race([terminal.question(question), ended])).trim();
  } finally {
    terminal.close();
  }
}
