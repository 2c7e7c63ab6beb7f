import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, images, importedBy, packageFolders, type Image } from './contents.ts';

/* `node tools/images/main.ts app|stream FOLDER` copies what an image contains; the Containerfile runs it. */
const project = join(import.meta.dirname, '../..');
const [image = '', target] = process.argv.slice(2);
const isImage = (name: string): name is Image => Object.hasOwn(images, name);
if (!isImage(image) || target === undefined) throw new Error(`Usage: main.ts ${Object.keys(images).join('|')} FOLDER`);

const pages = image === 'app' ? ['dist'] : [];
for (const name of [...pages, ...filesOf(project, image)])
  if (existsSync(join(project, name))) cpSync(join(project, name), join(target, name), { recursive: true });
// Packages inside a package are copied by themselves, if they are needed.
for (const folder of packageFolders(project, importedBy(project, image)))
  cpSync(join(project, folder), join(target, folder), {
    recursive: true,
    filter: (from) => !from.slice(join(project, folder).length).includes('/node_modules'),
  });
