import type { RemoteLink } from '@abato/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, MonitorPlay, RefreshCw, Smartphone, Unplug } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, ButtonLink } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { Notice } from '@/components/notice';
import { QrCode } from '@/components/qr-code';
import { Spinner } from '@/components/spinner';
import { adminKeys } from '@/lib/admin/api';
import { createRemoteLink, endRemote, readRemote } from '@/lib/admin/stage-remote';
import { errorText } from '@/lib/api';
import { formatClock } from '@/lib/format';
import { copyText } from '@/lib/share/copy';
import { remoteUrl } from '@/lib/share/links';
import { toast } from '@/lib/toast';
import { adminRemote as t } from '@/texts/en/admin-remote';

/** Whether a device has connected is asked this often while the code is shown. */
const ASK_MS = 3000;
const clock = (iso: string) => formatClock(Date.parse(iso));

/** Opens the code that makes a phone the remote of a contest's stage. */
export function StageRemoteButton({ contestId }: { contestId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        icon={Smartphone}
        onClick={() => setOpen(true)}
        data-testid="stage-remote"
      >
        {t.button}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t.title} description={t.lead} testId="remote-dialog">
        <RemoteLinkPanel contestId={contestId} />
      </Dialog>
    </>
  );
}

function RemoteLinkPanel({ contestId }: { contestId: string }) {
  const client = useQueryClient();
  const key = [...adminKeys.all, 'stage-remote', contestId];
  const remote = useQuery({
    queryKey: key,
    queryFn: () => readRemote(contestId),
    refetchInterval: ASK_MS,
  });
  const [link, setLink] = useState<RemoteLink | null>(null);
  const create = useMutation({
    mutationFn: () => createRemoteLink(contestId),
    onSuccess: setLink,
  });
  const end = useMutation({
    mutationFn: () => endRemote(contestId),
    onSuccess: () => {
      setLink(null);
      toast.success(t.ended);
      return client.invalidateQueries({ queryKey: key });
    },
    onError: (error) => toast.error(errorText(error)),
  });
  const { device = null, link: unused = null } = remote.data ?? {};
  const { mutate, isIdle } = create;
  const known = remote.data !== undefined;
  // A connected device stays connected: only the button asks for another.
  useEffect(() => {
    if (known && !device && isIdle) mutate();
  }, [known, device, isIdle, mutate]);
  // It was read after the link was made, so that it tells what became of it.
  const isUsed = link !== null && remote.dataUpdatedAt > create.submittedAt + ASK_MS && !unused;
  const url = link && !isUsed ? remoteUrl(link.token) : null;
  const failure = create.error ?? remote.error;
  return (
    <div className="grid grid-cols-1 gap-4">
      {failure && <Notice tone="error" title={errorText(failure)} />}
      {device && (
        <Notice tone="success" title={t.connected(clock(device.connectedAt))}>
          <p data-testid="remote-connected">
            {t.seen(clock(device.seenAt))} {t.until(clock(device.expiresAt))}
          </p>
          {url && <p>{t.replaces}</p>}
        </Notice>
      )}
      {!url && !device && !failure && <Spinner />}
      {url && link && (
        <>
          <QrCode
            text={url}
            label={t.label}
            className="mx-auto w-full max-w-60 rounded-md border border-line"
          />
          <p className="text-center text-sm text-muted">{t.once(clock(link.expiresAt))}</p>
        </>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        {url && (
          <Button
            variant="outline"
            size="sm"
            icon={Copy}
            onClick={() => void copyText(url, t.copied, t.copyFailed)}
            data-testid="remote-copy"
            data-url={url}
          >
            {t.copy}
          </Button>
        )}
        {(device || link) && (
          <Button
            variant="outline"
            size="sm"
            busy={create.isPending}
            icon={RefreshCw}
            onClick={() => mutate()}
            data-testid="remote-new"
          >
            {t.another}
          </Button>
        )}
        {(device || unused) && (
          <Button
            variant="outline"
            size="sm"
            className="text-red-text"
            busy={end.isPending}
            icon={Unplug}
            onClick={() => end.mutate()}
            data-testid="remote-end"
          >
            {t.end}
          </Button>
        )}
        <ButtonLink
          variant="outline"
          size="sm"
          to={`/contests/${contestId}/stage`}
          target="_blank"
          icon={MonitorPlay}
        >
          {t.openStage}
        </ButtonLink>
      </div>
    </div>
  );
}
