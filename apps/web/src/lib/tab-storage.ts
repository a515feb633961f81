import { safely } from './storage';
import type { TabItem } from './stored-items';

/** Records of this tab only: the pending payment, drafts of forms. Apart from lib/storage.ts, which every visitor loads. */
export const tabStorage = {
  read<T>(key: TabItem): T | null {
    return safely(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null, null);
  },
  write(key: TabItem, value: unknown): void {
    safely(() => sessionStorage.setItem(key, JSON.stringify(value)), undefined);
  },
  remove(key: TabItem): void {
    safely(() => sessionStorage.removeItem(key), undefined);
  },
};
