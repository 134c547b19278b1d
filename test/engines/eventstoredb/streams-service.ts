// By the protocol's own definition.
import { status, type sendUnaryData, type UntypedServiceImplementation } from '@grpc/grpc-js';
import type messages from '@eventstore/db-client/generated/streams_pb.js';
import { setTimeout as pause } from 'node:timers/promises';
import { answerAppend, type AppendCall } from './answer-append.js';
import { answerBatchAppends, type BatchAppendCall } from './answer-batch-append.js';
import { answerRead } from './answer-read.js';
import {
  mayRead,
  mustLead,
  notReady,
  refusal,
  refuseStrangers,
  requiresLeader,
  SLOW,
  type ReadCall,
  type Service,
} from './refusals.js';

export const streamsService = (service: Service): UntypedServiceImplementation => ({
  append: (call: AppendCall, answer: sendUnaryData<messages.AppendResp>) => {
    service.appendCalls.own++;
    call.on('error', () => {});
    answerAppend(service, call).then(
      (response) => response && answer(null, response),
      (error: Error) => answer(asRefusal(error)),
    );
  },
  batchAppend: (call: BatchAppendCall) => {
    service.appendCalls.shared++;
    call.on('error', () => {});
    const refuse = (error: Error) => call.emit('error', asRefusal(error));
    try {
      answerBatchAppends(service, call, refuse);
    } catch (error) {
      refuse(error as Error);
    }
  },
  read: (call: ReadCall) => {
    call.on('error', () => {});
    handleRead(service, call).catch((error: Error) => call.emit('error', asRefusal(error)));
  },
});

/** As a genuine server reports its own exceptions. */
const asRefusal = (error: Error): Error =>
  'code' in error ? error : refusal(status.UNKNOWN, 'Exception was thrown by handler.');

async function handleRead(service: Service, call: ReadCall): Promise<void> {
  refuseStrangers(service, call.metadata);
  mayRead(service, call.request.getOptions()!);
  mustLead(service, call.metadata);
  if (service.faults.take('deadline')) return;
  // A node that is not ready answers from its own state where no leader is required.
  if (requiresLeader(call.metadata) && service.faults.take('not ready')) throw notReady();
  if (service.faults.take('slow')) await pause(SLOW);
  await answerRead(service, call);
}
