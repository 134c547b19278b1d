// Questions to a person at a terminal. A script is not asked: it says with options what it wants.
import { createInterface } from 'node:readline/promises';

export const isAtTerminal = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** On standard error, so that standard output stays what the command prints. */
export async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // End of input is no answer.
  const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  try {
    return (await Promise.race([terminal.question(question), ended])).trim();
  } finally {
    terminal.close();
  }
}
