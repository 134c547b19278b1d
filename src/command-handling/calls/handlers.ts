// Which handler answers which command on calls: the decisions are in src/domain/call/decide-call.ts.
import { GiveUpCall, NoteCall, RetryCall, type CallCommand } from '#domain/call/call-commands.js';
import { handlersOf } from '../pipeline/handlers-of.js';
import { Calls } from './call-command-executor.js';

export const callHandlers = handlersOf<CallCommand>(Calls, { NoteCall, RetryCall, GiveUpCall });
