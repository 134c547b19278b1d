import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./command-host.mjs', import.meta.url));
const END = '\0end of command\0';

export interface HostedCommand {
  readonly words: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly cwd: string;
}

export interface HostedResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export class CommandHost {
  readonly process: ChildProcess;
  readonly #printed = { out: '', err: '' };
  readonly #ready: Promise<unknown>;
  #onPrinted = () => {};
  #onAnswer: (code: number) => void = () => {};
  readonly #closed: Promise<HostedResult>;

  constructor(main: string, environment: NodeJS.ProcessEnv) {
    this.process = spawn(process.execPath, ['--expose-gc', PROGRAM, main], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const [stream, part] of [
      [this.process.stdout!, 'out'],
      [this.process.stderr!, 'err'],
    ] as const)
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#printed[part] += text;
        this.#onPrinted();
      });
    this.process.on('message', ({ code }: { code: number }) => this.#onAnswer(code));
    this.#closed = new Promise((resolve) =>
      this.process.once('close', (code, signal) => resolve({ code, signal, ...this.#printed })),
    );
    this.#ready = this.#nextResult();
  }

  /** One at a time. A command that ends its process ends this one. */
  async run(command: HostedCommand): Promise<HostedResult> {
    await this.#ready;
    const result = this.#nextResult();
    this.process.send(command);
    return result;
  }

  get hasEnded(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  async #nextResult(): Promise<HostedResult> {
    const answered = new Promise<number>((resolve) => {
      this.#onAnswer = resolve;
    }).then(async (code) => ({ code, signal: null, ...(await this.#untilBothEnded()) }));
    return Promise.race([answered, this.#closed]);
  }

  async #untilBothEnded(): Promise<{ readonly out: string; readonly err: string }> {
    const { out, err } = this.#printed;
    if (!out.endsWith(END) || !err.endsWith(END)) {
      await new Promise<void>((resolve) => (this.#onPrinted = resolve));
      return this.#untilBothEnded();
    }
    this.#printed.out = this.#printed.err = '';
    return { out: out.slice(0, -END.length), err: err.slice(0, -END.length) };
  }
}
