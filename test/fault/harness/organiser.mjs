import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import argon2 from 'argon2';
import sharp from 'sharp';
import { until } from './installation.mjs';
import { idAt, makeContest, makeOwner } from '../../bench/load/data.mjs';
import { postJson } from '../../bench/load/post.mjs';

const PASSWORD = 'Fault-2026';
const TWO_HOURS_S = 7_200;
/** Where an organiser stores pictures. */
export const ORGANISING = '/api/hosts';

/** The organiser who owns the contests of a run, and changes the host's logo while things go wrong. */
export class Organiser {
  uploads = { stored: 0, refused: 0 };
  #uploading = false;

  static async make(installation) {
    const organiser = new Organiser();
    const { db } = installation;
    Object.assign(organiser, {
      installation,
      owner: await makeOwner(db, 'Fault run'),
      email: `fault-${idAt()}@example.com`,
    });
    const hash = await argon2.hash(PASSWORD, { type: argon2.argon2id, memoryCost: 1024, timeCost: 2 });
    await db.query(
      `UPDATE users SET email = $2, password_hash = $3, role = 'COMPANY_ADMIN', approval_status = 'APPROVED' WHERE id = $1`,
      [organiser.owner.userId, organiser.email, hash],
    );
    organiser.picture = await sharp({
      create: { width: 800, height: 600, channels: 3, background: '#0b6e4f' },
    })
      .png()
      .toBuffer();
    return organiser;
  }

  /** New contests for one run, so that nothing of an earlier one can hide in their counts. */
  async contests() {
    const { db } = this.installation;
    const make = (title, options) =>
      makeContest(db, this.owner, { categories: 2, contestants: 6, bio: 20, title, ...options });
    const [free, hidden, paid] = [
      await make('Free'),
      await make('Hidden'),
      await make('Paid', { price: 100 }),
    ];
    hidden.hidden = true;
    await db.query('UPDATE contests SET show_results = false WHERE id = $1', [hidden.id]);
    return { free, hidden, paid };
  }

  async probe() {
    return makeContest(this.installation.db, this.owner, {
      categories: 1,
      contestants: 1,
      bio: 20,
      title: 'Probe',
    });
  }

  /** Change the logo again and again until `stopUploading`. */
  startUploading() {
    this.#uploading = true;
    this.loop = this.#uploadAll();
  }

  async stopUploading() {
    this.#uploading = false;
    await this.loop;
  }

  async #uploadAll() {
    let token;
    const apis = this.installation.answering(ORGANISING);
    for (let nr = 0; this.#uploading; nr++) {
      const api = apis[nr % apis.length];
      token ??= await this.#signIn(api).catch(() => undefined);
      const form = new FormData();
      form.set('logo', new Blob([this.picture], { type: 'image/png' }), 'logo.png');
      const answer = await fetch(`${this.installation.url(api)}${ORGANISING}/${this.owner.hostId}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}` },
        body: form,
        // Storing a picture takes some seconds on a busy machine.
        signal: AbortSignal.timeout(15_000),
      }).catch(() => null);
      await answer?.arrayBuffer().catch(() => {});
      if (answer?.ok) this.uploads.stored++;
      else this.uploads.refused++;
    }
  }

  async #signIn(api) {
    const url = `${this.installation.url(api)}/api/auth/login`;
    const account = { email: this.email, password: PASSWORD };
    return (await postJson(url, account, { within: 5_000 })).body.data.token;
  }

  /**
   * No picture without a row that names it: the sweep of a starting API removes those that are older than an hour, so all are made
   * to look older first.
   * @returns what is wrong
   */
  async orphans() {
    const { installation } = this;
    const folder = join(installation.dataDir, 'uploads');
    const files = () => {
      try {
        return readdirSync(folder);
      } catch {
        return [];
      }
    };
    const then = Date.now() / 1000 - TWO_HOURS_S;
    for (const name of files())
      if (statSync(join(folder, name)).isFile()) utimesSync(join(folder, name), then, then);
    const [api] = installation.answering(ORGANISING);
    await installation.stop(api);
    await installation.startAgain(api);
    const { rows } = await installation.db.query('SELECT logo FROM hosts WHERE logo IS NOT NULL');
    // A row names one size of a picture; the others carry the same name with another number.
    const named = rows.map(({ logo }) => logo.split('/').at(-1).split(/[-.]/)[0]);
    const orphan = () => files().filter((name) => !named.some((stem) => name.includes(stem)));
    await until(() => orphan().length === 0, 20_000);
    return orphan().map((name) => `the file ${name} belongs to nobody`);
  }
}
