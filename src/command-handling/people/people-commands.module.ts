import { Module } from '@nestjs/common';
import { VerifyLinkHandler } from './passwords/verify-link.handler.js';
import { CheckSignInAttemptHandler } from './sessions/check-sign-in-attempt.handler.js';
import { ChooseNoticeHandler } from './preferences/choose-notice.handler.js';
import { ChoosePreferencesHandler } from './preferences/choose-preferences.handler.js';
import { DismissDeputyHandler } from './deputies/dismiss-deputy.handler.js';
import { EndSessionHandler } from './sessions/end-session.handler.js';
import { EndSessionsHandler } from './sessions/end-sessions.handler.js';
import { ErasePersonHandler } from './erase-person.handler.js';
import { GrantRoleHandler } from './grant-role.handler.js';
import { IssueLinkHandler } from './passwords/issue-link.handler.js';
import { LockPersonHandler } from './lock-person.handler.js';
import { AppointDeputyHandler } from './deputies/appoint-deputy.handler.js';
import { RecordFailedSignInHandler } from './sessions/record-failed-sign-in.handler.js';
import { RecordFailedSignatureHandler } from './sessions/record-failed-signature.handler.js';
import { RecordSignInHandler } from './sessions/record-sign-in.handler.js';
import { RegisterUserHandler } from './register-user.handler.js';
import { RevokeRoleHandler } from './revoke-role.handler.js';
import { SetPasswordHandler } from './passwords/set-password.handler.js';
import { UnlockPersonHandler } from './unlock-person.handler.js';
import { UseLinkHandler } from './passwords/use-link.handler.js';
import { DeleteViewHandler } from './views/delete-view.handler.js';
import { SaveViewHandler } from './views/save-view.handler.js';
import { ResetSecondFactorHandler } from './second-factor/reset-second-factor.handler.js';
import { SetUpSecondFactorHandler } from './second-factor/set-up-second-factor.handler.js';
import { UseSecondFactorHandler } from './second-factor/use-second-factor.handler.js';
import { ChangeProviderRolesHandler } from './identities/change-provider-roles.handler.js';
import { FollowProviderGroupsHandler } from './identities/follow-provider-groups.handler.js';
import { LinkIdentityHandler } from './identities/link-identity.handler.js';
import { EndProviderSessionsHandler } from './identities/end-provider-sessions.handler.js';
import { UnlinkIdentityHandler } from './identities/unlink-identity.handler.js';
import { SignInByLinkHandler } from './sessions/sign-in-by-link.handler.js';
import { IssueTokenHandler } from './tokens/issue-token.handler.js';
import { RecordTokenUseHandler } from './tokens/record-token-use.handler.js';
import { RevokeTokenHandler } from './tokens/revoke-token.handler.js';
import { CommandPipelineModule } from '../pipeline/command-pipeline.module.js';
import { UserCommandExecutor } from './user-command-executor.js';

@Module({
  imports: [CommandPipelineModule],
  providers: [
    UserCommandExecutor,
    VerifyLinkHandler,
    CheckSignInAttemptHandler,
    ChooseNoticeHandler,
    ChoosePreferencesHandler,
    DismissDeputyHandler,
    EndSessionHandler,
    EndSessionsHandler,
    ErasePersonHandler,
    GrantRoleHandler,
    IssueLinkHandler,
    LockPersonHandler,
    AppointDeputyHandler,
    RecordFailedSignInHandler,
    RecordFailedSignatureHandler,
    RecordSignInHandler,
    RegisterUserHandler,
    RevokeRoleHandler,
    SetPasswordHandler,
    UnlockPersonHandler,
    UseLinkHandler,
    SaveViewHandler,
    DeleteViewHandler,
    SetUpSecondFactorHandler,
    UseSecondFactorHandler,
    ResetSecondFactorHandler,
    LinkIdentityHandler,
    UnlinkIdentityHandler,
    EndProviderSessionsHandler,
    FollowProviderGroupsHandler,
    ChangeProviderRolesHandler,
    SignInByLinkHandler,
    IssueTokenHandler,
    RevokeTokenHandler,
    RecordTokenUseHandler,
  ],
})
export class PeopleCommandsModule {}
