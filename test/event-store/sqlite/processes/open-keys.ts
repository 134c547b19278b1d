// Opens keys at the same moment as others, and prints a text's digest under them.
// argv: keys file, master key file, milliseconds since 1970
import { openPersonalData } from '#event-store/personal-data/open-personal-data.js';

const [keys, masterKey, moment] = process.argv.slice(2) as [string, string, string];
while (Date.now() < Number(moment));
const personal = openPersonalData({ keys, masterKey });
process.stdout.write(personal.digest('the same'));
await personal.close();
