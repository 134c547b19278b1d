// The streams service of the small EventStoreDB: Append and Read, by the protocol's own definition.
import {
  type Metadata,
  status,
  type sendUnaryData,
  type ServerReadableStream,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import type messages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import { setTimeout as pause } from 'node:timers/promises';
import { appended, proposed, expectedRevision, streamName } from './append-messages.js';
import type { ProposedEvent } from './log.js';
import { answerRead } from './read-messages.js';
import { deleted, refusal, type ReadCall, type Service } from './service.js';

/** Milliseconds: what a server that is slow takes for an answer. */
const SLOW = 150;

type AppendCall = ServerReadableStream<messages.AppendReq, messages.AppendResp>;

export const streamsService = (service: Service): UntypedServiceImplementation => ({
  append: (call: AppendCall, answer: sendUnaryData<messages.AppendResp>) =>
    void handleAppend(service, call).then(
      (response) => response && answer(null, response),
      (error: Error) => answer(error),
    ),
  read: (call: ReadCall) => {
    call.on('error', () => {});
    handleRead(service, call).catch((error: Error) => call.emit('error', error));
  },
});

/** Undefined: never answered. */
async function handleAppend(service: Service, call: AppendCall): Promise<messages.AppendResp | undefined> {
  const { faults, log, maxAppendSize } = service;
  call.on('error', () => {});
  let options: messages.AppendReq.Options | undefined;
  const events: ProposedEvent[] = [];
  let size = 0;
  for await (const request of call as AsyncIterable<messages.AppendReq>) {
    options ??= request.getOptions();
    const message = request.getProposedMessage();
    if (!message) continue;
    events.push(proposed(message));
    // As the real one does: metadata do not count.
    size += message.getData_asU8().length;
    if (size > maxAppendSize) throw tooLarge(maxAppendSize);
  }
  // Half an append is none.
  if (call.cancelled) return undefined;
  refuse(service, call.metadata);
  if (faults.take('cut mid-stream')) return void service.cut();
  if (faults.take('deadline')) return undefined;
  if (faults.take('slow')) await pause(SLOW);
  const stream = streamName(options!.getStreamIdentifier());
  const outcome = log.append(stream, events, expectedRevision(options!));
  if (outcome === 'deleted') throw deleted(stream);
  if (faults.take('deadline after the append')) return undefined;
  if (faults.take('answer lost')) return void service.cut();
  return appended(outcome, options!);
}

async function handleRead(service: Service, call: ReadCall): Promise<void> {
  refuse(service, call.metadata);
  if (service.faults.take('deadline')) return;
  if (service.faults.take('slow')) await pause(SLOW);
  await answerRead(service, call);
}

/** Throws as the real one does, in the trailers of the answer. */
function refuse({ credentials, faults, leader, port }: Service, request: Metadata): void {
  const basic = `Basic ${Buffer.from(credentials ?? '').toString('base64')}`;
  if (credentials !== undefined && request.get('authorization')[0] !== basic)
    throw refusal(status.UNAUTHENTICATED, 'Unauthenticated');
  const elsewhere = leader() !== port || faults.take('not leader');
  if (elsewhere && request.get('requires-leader')[0]?.toString().toLowerCase() === 'true')
    throw refusal(status.NOT_FOUND, 'Leader info available', {
      exception: 'not-leader',
      'leader-endpoint-host': '127.0.0.1',
      'leader-endpoint-port': String(leader()),
    });
}

const tooLarge = (limit: number) =>
  refusal(status.INVALID_ARGUMENT, `Maximum Append Size of ${limit} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(limit),
  });
