import { PEOPLE_PATH } from '../addresses.js';
import { Document } from '../frame/document.js';
import { createFormats, type Formats } from '../format.js';
import { History } from '../parts/history.js';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { IdentitiesOfPerson } from '../parts/identities-of-person.js';
import { PageHeading } from '../parts/page-heading.js';
import { RoleMark } from '../parts/role-mark.js';
import { Sessions } from '../parts/sessions.js';
import type { PersonPage as Props } from '../view-models/people.js';
import { TokenList } from '../parts/token-list.js';
import { Timestamp } from '../parts/timestamp.js';
import { useMessages } from '../messages/use-messages.js';

export function PersonPage(props: Props) {
  const t = useMessages();
  const { frame, name, signInName, fromLog, erased, registeredAt, lastSignInAt } = props;
  const formats = createFormats(frame.locale, frame.timeZone);
  return (
    <Document frame={frame} width="narrow">
      <PageHeading
        heading={erased ? t('person.erased') : name}
        back={{ href: PEOPLE_PATH, title: t('frame.people') }}
        below={
          <span className="db-dotted">
            {signInName !== null && (
              <span>{t.rich('account.signsInAs', { name: <code>{signInName}</code> })}</span>
            )}
            <span>{t.rich('person.added', { at: <Timestamp at={registeredAt} formats={formats} /> })}</span>
            <span>
              {lastSignInAt === null
                ? t('person.neverSignedIn')
                : t.rich('person.lastSignIn', { at: <Timestamp at={lastSignInAt} formats={formats} /> })}
            </span>
          </span>
        }
      />
      {fromLog && !erased && (
        <div className="alert alert-info" role="note">
          {t('person.fromLog')}
        </div>
      )}
      {!erased && <Locked {...props} formats={formats} />}
      {erased ? (
        <div className="alert alert-info" role="note">
          {t('person.erasedHint')}
        </div>
      ) : (
        <>
          <HeldRoles {...props} />
          <Roles {...props} />
          <OneTimeLink {...props} />
          <ResetSecondFactor {...props} />
          <Lock {...props} />
          {props.identities && (
            <IdentitiesOfPerson identities={props.identities} name={name} formats={formats} />
          )}
          {!fromLog && <Sessions list={props.sessions} formats={formats} endAll={t('person.endSessions')} />}
          {props.tokens.length > 0 && (
            <TokenList
              title={t('tokens.title')}
              id="tokens"
              tokens={props.tokens}
              empty=""
              formats={formats}
            />
          )}
        </>
      )}
      {props.history.length > 0 && (
        <History history={props.history} historyMore={props.historyMore} formats={formats} />
      )}
    </Document>
  );
}

function Locked({ lock, name, formats }: Props & { formats: Formats }) {
  const t = useMessages();
  if (!lock?.lockedAt) return null;
  return (
    <div className="alert alert-warning" role="note">
      <span>
        {t.rich('person.lockedSince', { name, at: <Timestamp at={lock.lockedAt} formats={formats} /> })}
      </span>
    </div>
  );
}

function HeldRoles({ groups }: Props) {
  const t = useMessages();
  const held = groups.flatMap(({ application, name, roles }) => {
    const given = roles.filter((role) => role.held && !role.everyone);
    return given.length === 0 ? [] : [{ application, name, given }];
  });
  return (
    <p className="db-dotted">
      {held.length === 0 && (
        <>
          <span>{t('person.noRoles')}</span>
          <a href="#roles">{t('person.giveRoles')}</a>
        </>
      )}
      {held.map(({ application, name, given }) => (
        <span key={application}>
          {given.map(({ title }) => title).join(', ')} (<a href={`#${rolesId(application)}`}>{name}</a>)
        </span>
      ))}
    </p>
  );
}

const rolesId = (application: string) => `roles-${application}`;

function Roles({ groups, action, commandId }: Props) {
  const t = useMessages();
  const held = groups.flatMap(({ application, roles }) =>
    roles.filter((role) => role.held).map(({ key }) => `${application}.${key}`),
  );
  return (
    <form className="card db-form" method="post" action={action} aria-labelledby="roles">
      <HiddenInputs values={{ commandId, held: held.join(' ') }} />
      <div className="card-body">
        <h2 id="roles">{t('people.roles')}</h2>
        {groups.some(({ roles }) => roles.some(({ provider }) => provider !== undefined)) && (
          <p className="form-hint">{t('identities.rolesFollow')}</p>
        )}
        {groups.map((group) => (
          <fieldset key={group.application} id={rolesId(group.application)} className="db-roles">
            <legend>
              {group.name}
              {group.meaning !== undefined && (
                <span className="db-everyone">
                  <a href={group.meaning} aria-label={t('person.rolesMeanIn', { application: group.name })}>
                    {t('person.rolesMean')}
                  </a>
                </span>
              )}
            </legend>
            {group.roles.map((role) => (
              <label className="form-check" key={role.key}>
                <input
                  className="form-check-input"
                  type="checkbox"
                  name={`role.${group.application}.${role.key}`}
                  value="true"
                  defaultChecked={role.held || role.everyone}
                  disabled={role.everyone}
                />
                <span className="form-check-label">
                  {role.title}
                  {role.everyone && <span className="db-everyone">{t('person.everyone')}</span>}
                  <RoleMark provider={role.provider} />
                </span>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
      <div className="card-footer db-form-foot">
        <button className="btn btn-primary" type="submit">
          {t('person.saveRoles')}
        </button>
      </div>
    </form>
  );
}

function OneTimeLink({ link, commandId, name }: Props) {
  const t = useMessages();
  if (!link) return null;
  return (
    <form className="card db-form" method="post" action={link.action} aria-labelledby="link">
      <HiddenInputs values={{ commandId: `${commandId}-link` }} />
      <div className="card-body">
        <h2 id="link">{t(link.signsIn ? 'register.oneTimeLink' : 'account.password')}</h2>
        <p>{t(linkMeaning(link), { name })}</p>
      </div>
      <div className="card-footer db-form-foot">
        <button className="btn" type="submit">
          {t('person.makeLink')}
        </button>
      </div>
    </form>
  );
}

function linkMeaning({ signsIn, hasPassword }: NonNullable<Props['link']>) {
  if (signsIn) return 'person.linkSignsIn';
  return hasPassword ? 'person.hasPassword' : 'person.hasNoPassword';
}

function ResetSecondFactor({ secondFactor, commandId, name }: Props) {
  const t = useMessages();
  if (!secondFactor) return null;
  return (
    <form className="card db-form" method="post" action={secondFactor.action} aria-labelledby="second-factor">
      <HiddenInputs values={{ commandId: `${commandId}-second-factor` }} />
      <div className="card-body">
        <h2 id="second-factor">{t('secondFactor.title')}</h2>
        <p>{t('person.secondFactorHint', { name })}</p>
        <ReasonField id="second-factor-reason" />
      </div>
      <div className="card-footer db-form-foot">
        <button className="btn" type="submit">
          {t('person.resetSecondFactor')}
        </button>
      </div>
    </form>
  );
}

function Lock({ lock, commandId, name }: Props) {
  const t = useMessages();
  if (!lock) return null;
  const locked = lock.lockedAt !== null;
  return (
    <form className="card db-form" method="post" action={lock.action} aria-labelledby="lock">
      <HiddenInputs values={{ commandId: `${commandId}-lock` }} />
      <div className="card-body">
        <h2 id="lock">{locked ? t('person.unlockAccount') : t('person.lockAccount')}</h2>
        <p>{locked ? t('person.unlockHint', { name }) : t('person.lockHint', { name })}</p>
        <ReasonField id="lock-reason" />
      </div>
      <div className="card-footer db-form-foot">
        <button className="btn" type="submit">
          {locked ? t('person.unlock') : t('person.lock')}
        </button>
      </div>
    </form>
  );
}

function ReasonField({ id }: { readonly id: string }) {
  const t = useMessages();
  return (
    <div className="db-field">
      <label className="form-label" htmlFor={id}>
        {t('form.reason')}
      </label>
      <input className="form-control" id={id} name="reason" type="text" required maxLength={500} />
    </div>
  );
}
