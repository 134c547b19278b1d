// Page: one person: what they may do where, a link to choose a password, their sessions, and what was changed about that.
import { PEOPLE } from '../addresses.js';
import { Document } from '../frame/document.js';
import { formatsFor, type Formats } from '../format.js';
import { TimelineItem } from '../parts/timeline-item.js';
import { HiddenInputs } from '../controls/explained.js';
import { PageHeading } from '../parts/page-heading.js';
import { Sessions } from '../parts/sessions.js';
import type { PersonPage as Props } from '../view-models/people.js';
import { When } from '../parts/when.js';

export function PersonPage(props: Props) {
  const { frame, name, signInName, fromLog, erased, registeredAt, lastSignInAt } = props;
  const formats = formatsFor(frame.locale, frame.timeZone);
  return (
    <Document frame={frame} width="narrow">
      <PageHeading
        heading={erased ? 'Erased person' : name}
        back={{ href: PEOPLE, title: 'People' }}
        below={
          <span className="db-dotted">
            {signInName !== null && (
              <span>
                signs in as <code>{signInName}</code>
              </span>
            )}
            <span>
              known since <When at={registeredAt} formats={formats} />
            </span>
            <span>
              {lastSignInAt === null ? (
                'never signed in'
              ) : (
                <>
                  last signed in <When at={lastSignInAt} formats={formats} />
                </>
              )}
            </span>
          </span>
        }
      />
      {fromLog && !erased && (
        <div className="alert alert-info" role="note">
          Known from an imported log only: what this person did stands in the history, and nothing can be
          assigned to them. To let them work here, register them with a sign-in name.
        </div>
      )}
      {!erased && <Locked {...props} formats={formats} />}
      {erased ? (
        <div className="alert alert-info" role="note">
          The personal data of this person has been erased. What was done stays in the history, without the
          name.
        </div>
      ) : (
        <>
          <HeldRoles {...props} />
          <Roles {...props} />
          <OneTimeLink {...props} />
          <Lock {...props} />
          {!fromLog && <Sessions list={props.sessions} formats={formats} endAll="End all sessions" />}
        </>
      )}
      <History {...props} formats={formats} />
    </Document>
  );
}

function Locked({ lock, name, formats }: Props & { formats: Formats }) {
  if (!lock?.lockedAt) return null;
  return (
    <div className="alert alert-warning" role="note">
      <span>
        This account has been locked since <When at={lock.lockedAt} formats={formats} />: {name} cannot sign
        in, is not given work, and deputies do not act for them.
      </span>
    </div>
  );
}

function HeldRoles({ groups }: Props) {
  const held = groups.flatMap(({ application, name, roles }) => {
    const given = roles.filter((role) => role.held && !role.everyone);
    return given.length === 0 ? [] : [{ application, name, titles: given.map(({ title }) => title) }];
  });
  return (
    <p className="db-dotted">
      {held.length === 0 && (
        <>
          <span>No roles but those that everybody has</span>
          <a href="#roles">Give roles</a>
        </>
      )}
      {held.map(({ application, name, titles }) => (
        <span key={application}>
          {titles.join(', ')} (<a href={`#${rolesId(application)}`}>{name}</a>)
        </span>
      ))}
    </p>
  );
}

const rolesId = (application: string) => `roles-${application}`;

function Roles({ groups, action, commandId }: Props) {
  const held = groups.flatMap(({ application, roles }) =>
    roles.filter((role) => role.held).map(({ key }) => `${application}.${key}`),
  );
  return (
    <form className="card db-form" method="post" action={action} aria-labelledby="roles">
      <HiddenInputs values={{ commandId, held: held.join(' ') }} />
      <div className="card-body">
        <h2 id="roles">Roles</h2>
        {groups.map((group) => (
          <fieldset key={group.application} id={rolesId(group.application)} className="db-roles">
            <legend>
              {group.name}
              {group.meaning !== undefined && (
                <span className="db-everyone">
                  <a href={group.meaning} aria-label={`What roles may do in ${group.name}`}>
                    What roles may do
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
                  {role.everyone && <span className="db-everyone">everybody has it</span>}
                </span>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
      <div className="card-footer db-form-foot">
        <button className="btn btn-primary" type="submit">
          Save roles
        </button>
      </div>
    </form>
  );
}

function OneTimeLink({ link, commandId, name }: Props) {
  if (!link) return null;
  return (
    <form className="card db-form" method="post" action={link.action} aria-labelledby="link">
      <HiddenInputs values={{ commandId: `${commandId}-link` }} />
      <div className="card-body">
        <h2 id="link">Password</h2>
        <p>
          {link.hasPassword
            ? `${name} has a password. With a one-time link they choose another one: the old one stops working at once, and their sessions end.`
            : `${name} has no password yet. With a one-time link they choose one.`}
        </p>
      </div>
      <div className="card-footer db-form-foot">
        <button className="btn" type="submit">
          Make a one-time link
        </button>
      </div>
    </form>
  );
}

function Lock({ lock, commandId, name }: Props) {
  if (!lock) return null;
  const locked = lock.lockedAt !== null;
  return (
    <form className="card db-form" method="post" action={lock.action} aria-labelledby="lock">
      <HiddenInputs values={{ commandId: `${commandId}-lock` }} />
      <div className="card-body">
        <h2 id="lock">{locked ? 'Unlock the account' : 'Lock the account'}</h2>
        <p>
          {locked
            ? `Then ${name} may sign in again, with the same password and roles.`
            : `Then ${name} cannot sign in, every session ends, and nobody acts for them. What they did stays.`}
        </p>
        <div className="db-field">
          <label className="form-label" htmlFor="lock-reason">
            Reason
          </label>
          <input
            className="form-control"
            id="lock-reason"
            name="reason"
            type="text"
            required
            maxLength={500}
          />
        </div>
      </div>
      <div className="card-footer db-form-foot">
        <button className="btn" type="submit">
          {locked ? 'Unlock' : 'Lock'}
        </button>
      </div>
    </form>
  );
}

function History({ history, formats }: Props & { formats: Formats }) {
  if (history.length === 0) return null;
  return (
    <section className="card db-history" aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol className="db-timeline">
        {history.map((item) => (
          <li key={item.position}>
            <TimelineItem item={item} formats={formats} />
          </li>
        ))}
      </ol>
    </section>
  );
}
