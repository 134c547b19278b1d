import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const DOMAIN = join(import.meta.dirname, '../../src/domain');

/** Hashed into events of logs that exist: types are added, never renamed. */
const STORED_TYPES = `
AcceptReplay
AdmitLink
AssignRecord
BeginApplicationImport
BeginSignIn
ChangeConstants
ChangeProviderRoles
ChangeRecord
CheckImport
ChooseNotice
ChoosePreferences
ChooseSignInRules
CommentRecord
DeleteView
DismissDeputy
EndProviderSessions
EndSession
EndSessions
EraseDueRecord
ErasePerson
EraseRecord
FireTimer
FollowProviderGroups
FollowUp
GiveUpCall
GrantRole
ImportRecord
IssueLink
IssueToken
LinkIdentity
LockPerson
NameDeputy
NoteApplicationExported
NoteApplicationImported
NoteCall
NoteFailedItem
NoteFailedSignIn
NoteFailedSigning
NoteSignIn
OpenRecord
PauseProjection
PublishSpecification
RecordTimelineExport
RecordTokenUse
RefuseApproval
RegisterUser
ResetSecondFactor
ResumeProjection
RetryCall
RetryItem
RetryProjection
RevokeRole
RevokeToken
RollBackProjection
SaveView
SetPassword
SetTimers
SetUpSecondFactor
SignInByLink
SkipEvent
SkipItem
TakeAction
TakeBackApproval
TellCall
UnlinkIdentity
UnlockPerson
UseLink
UseSecondFactor`
  .trim()
  .split('\n');

describe('the types of commands', () => {
  it('are those that stored events were hashed with', () => {
    const types = readdirSync(DOMAIN, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('-commands.ts'))
      .flatMap((file) => [
        ...readFileSync(join(DOMAIN, file), 'utf8').matchAll(/^ {2}readonly type = '(\w+)';$/gm),
      ])
      .map(([, type]) => type!);
    expect(types.sort()).toEqual(STORED_TYPES);
  });
});
