// Which handler answers which command on records: the decisions are in src/domain/record.
import {
  AssignRecord,
  ChangeRecord,
  CommentRecord,
  FireTimer,
  FollowUp,
  OpenRecord,
  RefuseApproval,
  SetTimers,
  TakeAction,
  TakeBackApproval,
  TellCall,
  type EraseDueRecord,
  type ImportRecord,
  type RecordCommand,
} from '#domain/record/record-commands.js';
import { handlersOf } from '../dispatch.js';
import { CheckImportHandler } from './check-import.handler.js';
import { EraseDueRecordHandler } from './erase-due-record.handler.js';
import { EraseRecordHandler } from './erase-record.handler.js';
import { ImportRecordHandler } from './import-record.handler.js';
import { Records } from './records.js';

export const recordHandlers = [
  ...handlersOf<Exclude<RecordCommand, ImportRecord | EraseDueRecord>>(Records, {
    OpenRecord,
    ChangeRecord,
    TakeAction,
    FollowUp,
    RefuseApproval,
    TakeBackApproval,
    CommentRecord,
    AssignRecord,
    FireTimer,
    SetTimers,
    TellCall,
  }),
  ImportRecordHandler,
  CheckImportHandler,
  EraseRecordHandler,
  EraseDueRecordHandler,
];
