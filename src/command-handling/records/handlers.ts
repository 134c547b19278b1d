// Which handler answers which command on records: the decisions are in src/domain/record.
import {
  AssignRecord,
  ChangeRecord,
  CommentRecord,
  OpenRecord,
  RefuseApproval,
  TakeAction,
  TakeBackApproval,
  type ImportRecord,
  type RecordCommand,
} from '#domain/record/record-commands.js';
import { handlersOf } from '../handlers-of.js';
import { CheckImportHandler } from './check-import.handler.js';
import { EraseRecordHandler } from './erase-record.handler.js';
import { ImportRecordHandler } from './import-record.handler.js';
import { Records } from './records.js';

export const recordHandlers = [
  ...handlersOf<Exclude<RecordCommand, ImportRecord>>(Records, {
    OpenRecord,
    ChangeRecord,
    TakeAction,
    RefuseApproval,
    TakeBackApproval,
    CommentRecord,
    AssignRecord,
  }),
  ImportRecordHandler,
  CheckImportHandler,
  EraseRecordHandler,
];
