// Transactions of sessions, and answers to retryable writes.
import { type Binary, type Document, EJSON } from 'bson';
import { CommandError, type Stored, type Transaction } from './in-memory-collections.js';

interface Session {
  transaction?: Transaction;
  answered?: { readonly number: number; readonly answer: Document };
}

const TRANSIENT = ['TransientTransactionError'];

export class Sessions {
  private readonly sessions = new Map<string, Session>();

  constructor(private readonly stored: Stored) {}

  private of(command: Document): Session {
    return this.named((command.lsid as { id: Binary } | undefined)?.id);
  }

  private named(id: Binary | undefined): Session {
    const key = id ? EJSON.stringify(id) : '';
    let session = this.sessions.get(key);
    if (!session) this.sessions.set(key, (session = {}));
    return session;
  }

  /** Refusals of a real MongoDB that a simpler server would skip. */
  check({ autocommit, startTransaction, readConcern, writeConcern, ...command }: Document): void {
    const { level, atClusterTime } = (readConcern ?? {}) as Document;
    const isLast = 'commitTransaction' in command || 'abortTransaction' in command;
    if (autocommit === false && readConcern !== undefined && startTransaction !== true)
      throw new CommandError(
        72,
        'InvalidOptions',
        'only the first command of a transaction has a readConcern',
      );
    if (autocommit === false && writeConcern !== undefined && !isLast)
      throw new CommandError(72, 'InvalidOptions', 'writeConcern is not allowed within a transaction');
    if (atClusterTime !== undefined && level !== 'snapshot')
      throw new CommandError(72, 'InvalidOptions', 'readConcern level must be snapshot with atClusterTime');
  }

  /** The answer to the first attempt of a write. */
  answered(command: Document): Document | undefined {
    if (command.txnNumber === undefined || command.autocommit === false) return undefined;
    const { answered } = this.of(command);
    return answered?.number === Number(command.txnNumber) ? answered.answer : undefined;
  }

  remember(command: Document, answer: Document): void {
    if (command.txnNumber === undefined || command.autocommit === false) return;
    this.of(command).answered = { number: Number(command.txnNumber), answer };
  }

  /** Begins with the transaction's first command. */
  transaction(command: Document): Transaction | undefined {
    if (command.autocommit !== false) return undefined;
    const session = this.of(command);
    const number = Number(command.txnNumber);
    if (command.startTransaction) {
      if (session.transaction && !session.transaction.ended) this.stored.abort(session.transaction);
      session.transaction = this.stored.begin(number);
    }
    const { transaction } = session;
    if (!transaction || transaction.number !== number || transaction.ended)
      throw new CommandError(251, 'NoSuchTransaction', 'this transaction has been ended', TRANSIENT);
    return transaction;
  }

  /** Commands about sessions; undefined: another command. */
  command(name: string, command: Document): Document | undefined {
    if (name === 'killSessions') {
      for (const { id } of command.killSessions as { id: Binary }[]) this.end(this.named(id));
      return {};
    }
    if (name !== 'commitTransaction' && name !== 'abortTransaction') return undefined;
    const { transaction } = this.of(command);
    if (name === 'commitTransaction' && transaction?.ended === 'committed') return {};
    const open = this.transaction(command)!;
    if (name === 'commitTransaction') this.stored.commit(open);
    else this.stored.abort(open);
    return {};
  }

  private end({ transaction }: Session): void {
    if (transaction && !transaction.ended) this.stored.abort(transaction);
  }

  /** An error aborts its transaction. */
  failed(command: Document, error: CommandError): void {
    if (command.autocommit === false && error.code !== 251) this.end(this.of(command));
  }
}
