// The streams service of the small EventStoreDB: BatchAppend and Read, by the protocol's own definition.
import { status, type UntypedServiceImplementation } from '@grpc/grpc-js';
import { setTimeout as pause } from 'node:timers/promises';
import { answerAppends, type AppendCall } from './batch-append.js';
import { answerRead } from './read-messages.js';
import {
  LONG_SEARCH,
  mayRead,
  mustLead,
  refusal,
  refuseStrangers,
  SLOW,
  type ReadCall,
  type Service,
} from './service.js';

export const streamsService = (service: Service): UntypedServiceImplementation => ({
  batchAppend: (call: AppendCall) => {
    call.on('error', () => {});
    answerAppends(service, call).catch((error: Error) => call.emit('error', error));
  },
  read: (call: ReadCall) => {
    call.on('error', () => {});
    handleRead(service, call).catch((error: Error) => call.emit('error', error));
  },
});

async function handleRead(service: Service, call: ReadCall): Promise<void> {
  refuseStrangers(service, call.metadata);
  mustLead(service, call.metadata);
  mayRead(service, call.request.getOptions()!);
  if (service.faults.take('deadline')) return;
  if (service.faults.take('not ready')) throw refusal(status.ABORTED, 'Server Is Not Ready');
  if (service.faults.take('slow')) await pause(SLOW);
  if (isSearch(call) && service.faults.take('long search')) await pause(LONG_SEARCH);
  await answerRead(service, call);
}

function isSearch({ request }: ReadCall): boolean {
  const options = request.getOptions()!;
  return options.hasFilter() && options.hasCount();
}
