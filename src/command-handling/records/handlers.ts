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
import { handlersOf } from '../pipeline/handlers-of.js';
import { Records } from './record-command-executor.js';

export const recordHandlers = handlersOf<Exclude<RecordCommand, ImportRecord | EraseDueRecord>>(Records, {
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
});
