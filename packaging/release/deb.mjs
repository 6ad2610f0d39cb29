import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { gzip, tarGz } from './archive.mjs';

/** The targets with a Debian package, and Debian's names for their processors. */
export const debArchitectures = { 'linux-x64': 'amd64', 'linux-arm64': 'arm64' };

/**
 * Returns a Debian package: an `ar` archive of a version, the control files and the data (deb(5)). dpkg-deb is not used, because every
 * machine must write the same bytes.
 */
export async function deb({ identity, version, epoch, architecture, files, description, level }) {
  const data = dataFiles(files, { identity, version, epoch });
  const control = [
    { path: './control', mode: 0o644, body: controlFile({ identity, version, architecture, data, description }) },
    { path: './md5sums', mode: 0o644, body: md5sums(data) },
  ];
  return ar(
    [
      ['debian-binary', Buffer.from('2.0\n')],
      ['control.tar.gz', await tarGz(control, epoch)],
      ['data.tar.gz', await tarGz(withFolders(data), epoch, level)],
    ],
    epoch,
  );
}

/** Returns the files of the archive with their paths on a Debian system. */
function dataFiles(files, { identity, version, epoch }) {
  const name = identity.package;
  const doc = `./usr/share/doc/${name}`;
  const body = (path) => files.find((file) => file.path === path).body;
  const plain = (path, content, mode = 0o644) => ({ path, mode, body: Buffer.from(content) });
  const pages = files.filter(({ path }) => path.startsWith('man/'));
  return [
    plain('./usr/bin/svc', body('svc'), 0o755),
    plain('./usr/share/bash-completion/completions/svc', body('completions/svc.bash')),
    plain('./usr/share/fish/vendor_completions.d/svc.fish', body('completions/svc.fish')),
    plain('./usr/share/zsh/vendor-completions/_svc', body('completions/svc.zsh')),
    ...pages.map((page) => plain(`./usr/share/${page.path}.gz`, gzip(page.body))),
    plain(`${doc}/copyright`, copyright(body, identity)),
    plain(`${doc}/changelog.gz`, gzip(Buffer.from(changelog({ identity, version, epoch })))),
    plain(`${doc}/CHANGELOG.md.gz`, gzip(body('CHANGELOG.md'))),
    plain(`./usr/share/lintian/overrides/${name}`, overrides(name)),
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function controlFile({ identity, version, architecture, data, description }) {
  const size = data.reduce((sum, { body }) => sum + Math.ceil(body.length / 1024), 0);
  const glibc = glibcOf(data.find(({ path }) => path === './usr/bin/svc').body);
  return Buffer.from(`Package: ${identity.package}
Version: ${version}
Architecture: ${architecture}
Maintainer: ${identity.maintainer}
Installed-Size: ${size}
Depends: libc6${glibc === undefined ? '' : ` (>= ${glibc})`}
Suggests: git
Conflicts: daemontools
Section: utils
Priority: optional
Homepage: ${identity.homepage}
Description: command line of an infrastructure-automation platform
${wrapped(description)}
`);
}

/** The newest version of glibc that an executable names. */
export function glibcOf(executable) {
  const versions = new Set();
  for (let at = executable.indexOf('GLIBC_2.'); at >= 0; at = executable.indexOf('GLIBC_2.', at + 1)) {
    const [, minor] = /^GLIBC_2\.(\d+)/.exec(executable.toString('latin1', at, at + 16)) ?? [];
    if (minor !== undefined) versions.add(Number(minor));
  }
  return versions.size === 0 ? undefined : `2.${Math.max(...versions)}`;
}

/** Lines of a control field, which start with a space. */
function wrapped(text) {
  return text.replace(/(?=\S)(.{1,76})(?:\s+|$)/g, ' $1\n').trimEnd();
}

const md5sums = (data) =>
  Buffer.from(
    data.map(({ path, body }) => `${createHash('md5').update(body).digest('hex')}  ${path.slice(2)}\n`).join(''),
  );

function copyright(body, identity) {
  const section = (title, path) => `\n${'='.repeat(80)}\n${title}\n\n${body(path)}`;
  return `svc comes from ${identity.repository}\n\n${body('LICENSE')}${section(
    'Packages in the bundle',
    'THIRD-PARTY-LICENCES.txt',
  )}${section('Runtime', 'RUNTIME-LICENCES.txt')}`;
}

function changelog({ identity, version, epoch }) {
  const date = new Date(epoch * 1000).toUTCString().replace('GMT', '+0000');
  return `${identity.package} (${version}) stable; urgency=medium

  * Release ${version}. CHANGELOG.md.gz in this folder has the changes.

 -- ${identity.maintainer}  ${date}
`;
}

const overrides = (name) => `# The program is appended to its runtime, and would be lost by stripping.
${name}: unstripped-binary-or-object [usr/bin/svc]
# The runtime links its libraries statically.
${name}: embedded-library *
# The runtime is built without them.
${name}: hardening-no-pie [usr/bin/svc]
${name}: hardening-no-relro [usr/bin/svc]
# The licences of all packages are in full, as the packages have them.
${name}: copyright-file-contains-full-apache-2-license
${name}: copyright-not-using-common-license-for-lgpl
`;

/** The files with every folder above them. */
function withFolders(files) {
  const folders = new Set(['./']);
  for (const { path } of files) {
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) folders.add(`./${folder}/`);
  }
  const entries = [...folders].map((path) => ({ path: path.replace('././', './'), mode: 0o755 }));
  return [...entries, ...files].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Returns an archive in the common format of ar(5): a header of 60 characters before each file, and files at even positions. */
function ar(members, epoch) {
  const parts = members.flatMap(([name, body]) => [
    Buffer.from(
      `${name.padEnd(16)}${String(epoch).padEnd(12)}0     0     100644  ${String(body.length).padEnd(10)}\`\n`,
    ),
    body,
    Buffer.alloc(body.length % 2, '\n'),
  ]);
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts]);
}
