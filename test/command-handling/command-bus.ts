// Nest's bus with the real handlers, over a test's ports.
import { CommandBus } from '@nestjs/cqrs';
import { RecordNumberClaims } from '#command-handling/claims/record-number-claims.js';
import type { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import { UserCommandExecutor } from '#command-handling/people/user-command-executor.js';
import { RecordCommandExecutor } from '#command-handling/records/record-command-executor.js';
import { FollowUpHandler } from '#command-handling/calls/follow-up.handler.js';
import { RecordPastCallHandler } from '#command-handling/calls/record-past-call.handler.js';
import { EraseDueRecordHandler } from '#command-handling/erasure/erase-due-record.handler.js';
import { EraseRecordHandler } from '#command-handling/erasure/erase-record.handler.js';
import { CheckImportHandler } from '#command-handling/imports/check-import.handler.js';
import { ImportRecordHandler } from '#command-handling/imports/import-record.handler.js';
import { DismissDeputyHandler } from '#command-handling/people/deputies/dismiss-deputy.handler.js';
import { AppointDeputyHandler } from '#command-handling/people/deputies/appoint-deputy.handler.js';
import { ErasePersonHandler } from '#command-handling/people/erase-person.handler.js';
import { GrantRoleHandler } from '#command-handling/people/grant-role.handler.js';
import { LockPersonHandler } from '#command-handling/people/lock-person.handler.js';
import { VerifyLinkHandler } from '#command-handling/people/passwords/verify-link.handler.js';
import { IssueLinkHandler } from '#command-handling/people/passwords/issue-link.handler.js';
import { SetPasswordHandler } from '#command-handling/people/passwords/set-password.handler.js';
import { UseLinkHandler } from '#command-handling/people/passwords/use-link.handler.js';
import { ChooseNoticeHandler } from '#command-handling/people/preferences/choose-notice.handler.js';
import { ChoosePreferencesHandler } from '#command-handling/people/preferences/choose-preferences.handler.js';
import { RegisterUserHandler } from '#command-handling/people/register-user.handler.js';
import { RevokeRoleHandler } from '#command-handling/people/revoke-role.handler.js';
import { CheckSignInAttemptHandler } from '#command-handling/people/sessions/check-sign-in-attempt.handler.js';
import { EndSessionHandler } from '#command-handling/people/sessions/end-session.handler.js';
import { EndSessionsHandler } from '#command-handling/people/sessions/end-sessions.handler.js';
import { RecordFailedSignInHandler } from '#command-handling/people/sessions/record-failed-sign-in.handler.js';
import { RecordFailedSignatureHandler } from '#command-handling/people/sessions/record-failed-signature.handler.js';
import { RecordSignInHandler } from '#command-handling/people/sessions/record-sign-in.handler.js';
import { UnlockPersonHandler } from '#command-handling/people/unlock-person.handler.js';
import { RefuseApprovalHandler } from '#command-handling/records/approvals/refuse-approval.handler.js';
import { TakeBackApprovalHandler } from '#command-handling/records/approvals/take-back-approval.handler.js';
import { AssignRecordHandler } from '#command-handling/records/assign-record.handler.js';
import { ChangeRecordHandler } from '#command-handling/records/change-record.handler.js';
import { CommentRecordHandler } from '#command-handling/records/comment-record.handler.js';
import { OpenRecordHandler } from '#command-handling/records/open-record.handler.js';
import { TakeActionHandler } from '#command-handling/records/take-action.handler.js';
import { FireTimerHandler } from '#command-handling/records/timers/fire-timer.handler.js';
import { SetTimersHandler } from '#command-handling/records/timers/set-timers.handler.js';
import { ChangeConstantsHandler } from '#command-handling/specifications/change-constants.handler.js';

export function createCommandBus(
  ports: CommandDependencies,
  numbers = new RecordNumberClaims(ports),
): CommandBus {
  const records = new RecordCommandExecutor(ports, numbers);
  const users = new UserCommandExecutor(ports);
  const handlers = [
    new FollowUpHandler(records),
    new RecordPastCallHandler(records),
    new EraseDueRecordHandler(ports, records),
    new EraseRecordHandler(ports),
    new CheckImportHandler(ports),
    new ImportRecordHandler(records),
    new DismissDeputyHandler(users),
    new AppointDeputyHandler(ports, users),
    new ErasePersonHandler(ports, users),
    new GrantRoleHandler(ports, users),
    new LockPersonHandler(users),
    new VerifyLinkHandler(users),
    new IssueLinkHandler(users),
    new SetPasswordHandler(users),
    new UseLinkHandler(users),
    new ChooseNoticeHandler(ports, users),
    new ChoosePreferencesHandler(users),
    new RegisterUserHandler(ports, users),
    new RevokeRoleHandler(users),
    new CheckSignInAttemptHandler(users),
    new EndSessionHandler(users),
    new EndSessionsHandler(users),
    new RecordFailedSignInHandler(users),
    new RecordFailedSignatureHandler(users),
    new RecordSignInHandler(users, ports),
    new UnlockPersonHandler(users),
    new RefuseApprovalHandler(records),
    new TakeBackApprovalHandler(records),
    new AssignRecordHandler(records),
    new ChangeRecordHandler(records),
    new CommentRecordHandler(records),
    new OpenRecordHandler(records),
    new TakeActionHandler(records),
    new FireTimerHandler(records),
    new SetTimersHandler(records),
    new ChangeConstantsHandler(ports),
  ];
  const bus = new CommandBus(undefined as never);
  bus.register(
    handlers.map(
      (instance) =>
        ({ instance, metatype: instance.constructor, isDependencyTreeStatic: () => true }) as never,
    ),
  );
  return bus;
}
