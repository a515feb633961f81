{{- /* Labels that Helm wants; those of the manifests stand beside them. Not on pods: a new chart alone would replace them. */ -}}
{{- define "abato.labels" -}}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name (replace "+" "_" .Chart.Version) | quote }}
{{- end }}

{{- /* What no schema can say: values that must be given, and values that do not go together. */ -}}
{{- define "abato.check" -}}
{{- if not .Values.host }}
{{- fail "host is missing: the name under which visitors reach the platform" }}
{{- end }}
{{- if not .Values.image.registry }}
{{- fail "image.registry is missing: where the images web, worker and migrate lie" }}
{{- end }}
{{- if not .Values.servers }}
{{- fail "servers is missing: where PostgreSQL and Redis are, such as [{ cidr: 10.20.0.0/24, ports: [5432, 6379] }]" }}
{{- end }}
{{- if and .Values.roles.enabled (ne .Values.route.kind "gateway") }}
{{- fail "roles.enabled needs route.kind gateway: nothing else can tell the paths of the roles apart" }}
{{- end }}
{{- if and (not .Values.uploads.volume) (not .Values.settings.S3_ENDPOINT) }}
{{- fail "uploads.volume is false, so settings.S3_ENDPOINT must name the store of the pictures" }}
{{- end }}
{{- end }}
