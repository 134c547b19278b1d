// A process of a test: opens the keys of persons, waits for the moment they all have, and prints what only these keys make of a text.
//   argv: keys file, master key file, the moment in milliseconds since 1970
import { openPersonalData } from '#event-store/personal-data/open-personal-data.js';

const [keys, masterKey, moment] = process.argv.slice(2) as [string, string, string];
while (Date.now() < Number(moment));
const personal = openPersonalData({ keys, masterKey });
process.stdout.write(personal.digest('the same'));
await personal.close();
