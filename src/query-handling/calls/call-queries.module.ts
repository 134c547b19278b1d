import { Module } from '@nestjs/common';
import { CountCallsHandler } from './count-calls.handler.js';
import { FindCallHandler } from './find-call.handler.js';
import { FindReceiveHandler } from './find-receive.handler.js';
import { FindRecordForMessageHandler } from './find-record-for-message.handler.js';
import { ListCallsHandler } from './list-calls.handler.js';
import { ListMailsHandler } from './list-mails.handler.js';
import { ListStuckProcessItemsHandler } from './list-stuck-process-items.handler.js';

@Module({
  providers: [
    CountCallsHandler,
    FindCallHandler,
    FindReceiveHandler,
    FindRecordForMessageHandler,
    ListCallsHandler,
    ListMailsHandler,
    ListStuckProcessItemsHandler,
  ],
})
export class CallQueriesModule {}
