// Which handler answers which command. Asks the application for the ports in ports.ts, from a global module.
import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { Numbers } from './claims/numbers.js';
import { AdmitLinkHandler } from './people/admit-link.handler.js';
import { BeginSignInHandler } from './people/begin-sign-in.handler.js';
import { EndSessionHandler } from './people/end-session.handler.js';
import { EndSessionsHandler } from './people/end-sessions.handler.js';
import { ErasePersonHandler } from './people/erase-person.handler.js';
import { GrantRoleHandler } from './people/grant-role.handler.js';
import { IssueLinkHandler } from './people/issue-link.handler.js';
import { NoteFailedSignInHandler } from './people/note-failed-sign-in.handler.js';
import { NoteSignInHandler } from './people/note-sign-in.handler.js';
import { People } from './people/people.js';
import { RegisterUserHandler } from './people/register-user.handler.js';
import { RevokeRoleHandler } from './people/revoke-role.handler.js';
import { SetPasswordHandler } from './people/set-password.handler.js';
import { UseLinkHandler } from './people/use-link.handler.js';
import { AssignRecordHandler } from './records/assign-record.handler.js';
import { ChangeRecordHandler } from './records/change-record.handler.js';
import { CommentRecordHandler } from './records/comment-record.handler.js';
import { CheckImportHandler } from './records/check-import.handler.js';
import { EraseRecordHandler } from './records/erase-record.handler.js';
import { ImportRecordHandler } from './records/import-record.handler.js';
import { OpenRecordHandler } from './records/open-record.handler.js';
import { Records } from './records/records.js';
import { TakeActionHandler } from './records/take-action.handler.js';
import { PublishSpecificationHandler } from './specifications/publish-specification.handler.js';
import { WritingPorts } from './writing-ports.js';

const onRecords = [
  OpenRecordHandler,
  ChangeRecordHandler,
  TakeActionHandler,
  CommentRecordHandler,
  AssignRecordHandler,
  CheckImportHandler,
  ImportRecordHandler,
  EraseRecordHandler,
];

const onPeople = [
  RegisterUserHandler,
  SetPasswordHandler,
  IssueLinkHandler,
  AdmitLinkHandler,
  UseLinkHandler,
  GrantRoleHandler,
  RevokeRoleHandler,
  NoteSignInHandler,
  EndSessionHandler,
  EndSessionsHandler,
  BeginSignInHandler,
  NoteFailedSignInHandler,
  ErasePersonHandler,
];

const onSpecifications = [PublishSpecificationHandler];

@Module({
  imports: [CqrsModule],
  providers: [WritingPorts, Numbers, Records, People, ...onRecords, ...onPeople, ...onSpecifications],
  exports: [WritingPorts, CqrsModule],
})
export class CommandHandlingModule {}
