// Health check of a MongoDB in docker-compose.yml, run by mongosh. At the first start it makes the replica set, once.
/* global db, rs, quit */
const members = process.env.REPLICA_SET.split(',');

/** Only the first member begins: two that begin at once would be two replica sets. In Kubernetes, its name goes on after a dot. */
function begin() {
  if (members[0].split(/[.:]/)[0] !== process.env.HOSTNAME) return;
  rs.initiate({ _id: 'daybook', members: members.map((host, _id) => ({ _id, host })) });
}

try {
  rs.status();
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error;
  begin();
}
const { isWritablePrimary, secondary } = db.hello();
quit(isWritablePrimary || secondary ? 0 : 1);
