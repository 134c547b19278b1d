// Commands on people, their roles, sessions and passwords.
import { Module } from '@nestjs/common';
import { AdmitLinkHandler } from './passwords/admit-link.handler.js';
import { BeginSignInHandler } from './sessions/begin-sign-in.handler.js';
import { ChooseNoticeHandler } from './preferences/choose-notice.handler.js';
import { ChoosePreferencesHandler } from './preferences/choose-preferences.handler.js';
import { DismissDeputyHandler } from './deputies/dismiss-deputy.handler.js';
import { EndSessionHandler } from './sessions/end-session.handler.js';
import { EndSessionsHandler } from './sessions/end-sessions.handler.js';
import { ErasePersonHandler } from './erase-person.handler.js';
import { GrantRoleHandler } from './grant-role.handler.js';
import { IssueLinkHandler } from './passwords/issue-link.handler.js';
import { LockPersonHandler } from './lock-person.handler.js';
import { NameDeputyHandler } from './deputies/name-deputy.handler.js';
import { NoteFailedSignInHandler } from './sessions/note-failed-sign-in.handler.js';
import { NoteFailedSigningHandler } from './sessions/note-failed-signing.handler.js';
import { NoteSignInHandler } from './sessions/note-sign-in.handler.js';
import { RegisterUserHandler } from './register-user.handler.js';
import { RevokeRoleHandler } from './revoke-role.handler.js';
import { SetPasswordHandler } from './passwords/set-password.handler.js';
import { UnlockPersonHandler } from './unlock-person.handler.js';
import { UseLinkHandler } from './passwords/use-link.handler.js';
import { CommandPipelineModule } from '../pipeline/command-pipeline.module.js';
import { UserCommandExecutor } from './user-command-executor.js';

@Module({
  imports: [CommandPipelineModule],
  providers: [
    UserCommandExecutor,
    AdmitLinkHandler,
    BeginSignInHandler,
    ChooseNoticeHandler,
    ChoosePreferencesHandler,
    DismissDeputyHandler,
    EndSessionHandler,
    EndSessionsHandler,
    ErasePersonHandler,
    GrantRoleHandler,
    IssueLinkHandler,
    LockPersonHandler,
    NameDeputyHandler,
    NoteFailedSignInHandler,
    NoteFailedSigningHandler,
    NoteSignInHandler,
    RegisterUserHandler,
    RevokeRoleHandler,
    SetPasswordHandler,
    UnlockPersonHandler,
    UseLinkHandler,
  ],
})
export class PeopleCommandsModule {}
