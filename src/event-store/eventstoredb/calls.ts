// Single calls: one question to a node, its answer within a time, and no call left behind.
import type { AppendAnswer } from './append-answers.js';
import { readAnswerIn, type Found } from './answers.js';
import { asFailure, isWorthAnotherConnection, Silence } from './failures.js';
import type { Pending } from './append-stream.js';
import type { Answers, Call } from './grpc.js';
import type { Node, Cluster } from './node.js';
import { within } from './patience.js';
import type { StreamAppend } from './requests.js';

/** Runs a call on the node to ask now; one that a new connection may mend is not asked of this one again. */
export async function onNode<T>(
  cluster: Cluster,
  milliseconds: number,
  call: (node: Node) => Promise<T>,
): Promise<T> {
  const node = await within(milliseconds, cluster.node());
  try {
    return await call(node);
  } catch (error) {
    if (isWorthAnotherConnection(error)) cluster.leave(node, error);
    throw error;
  }
}

/**
 * undefined: no such stream. Each answer is waited for, for so many milliseconds. `isAtWork`: asked where that was not enough; where it
 * does not throw, the answer is waited for again.
 */
export async function readAnswers(
  node: Node,
  request: Uint8Array,
  milliseconds: number,
  isAtWork?: () => Promise<unknown>,
): Promise<readonly Found[] | undefined> {
  const found: Found[] = [];
  let call: Call | undefined;
  let silence: NodeJS.Timeout | undefined;
  let isOver = false;
  try {
    return await new Promise((resolve, reject) => {
      const wait = () => {
        if (!isOver) silence = setTimeout(late, milliseconds);
      };
      const late = () => {
        if (isAtWork) isAtWork().then(wait, reject);
        else reject(new Silence(milliseconds));
      };
      wait();
      call = node.read(
        request,
        { requiresLeader: true },
        {
          message(bytes) {
            silence?.refresh();
            const { event, isMissing } = readAnswerIn(bytes);
            if (isMissing) resolve(undefined);
            if (event) found.push(event);
          },
          failed: reject,
          end: () => resolve(found),
        },
      );
    });
  } catch (error) {
    throw asFailure(error);
  } finally {
    isOver = true;
    clearTimeout(silence);
    call?.cancel();
  }
}

/** The one message of an answer. Throws what the server answers, or `NoAnswer`. */
export async function oneAnswer(milliseconds: number, ask: (answers: Answers) => Call): Promise<Buffer> {
  let call: Call | undefined;
  const answered = new Promise<Buffer>((resolve, reject) => {
    let answer: Buffer | undefined;
    call = ask({
      message: (bytes) => (answer = bytes),
      failed: reject,
      end: () => (answer ? resolve(answer) : reject(new Error('the answer is empty'))),
    });
  });
  try {
    return await within(milliseconds, answered);
  } catch (error) {
    throw asFailure(error);
  } finally {
    call?.cancel();
  }
}

/** Throws what the server answers, or `NoAnswer`. */
export async function sendAppend(
  node: Node,
  append: StreamAppend,
  milliseconds: number,
): Promise<AppendAnswer> {
  let pending: Pending | undefined;
  try {
    pending = node.append(append);
    return await within(milliseconds, pending.answer);
  } catch (error) {
    throw asFailure(error);
  } finally {
    pending?.forget();
  }
}
