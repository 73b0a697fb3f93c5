import { STATUS } from '../start.js'

/**
 * Mounts what a program sees and starts it, inside new namespaces. The arguments are the mounts, three words each, then
 * `--` and the argv of the program; none of them becomes part of the script. The new root is built on /sys, the one
 * folder that exists everywhere and from which nothing is mounted.
 */
export const UNSHARE_SCRIPT = `set -eu
umask 022
way=$1 cwd=$2 gate=$3 search_path=$PATH
shift 3
PATH=/usr/sbin:/usr/bin:/sbin:/bin
root=/sys
mount -n -t tmpfs -o mode=755,nosuid,nodev tmpfs "$root"
mkdir -p "$root/proc" "$root/dev"
for name in null zero full random urandom; do
  : >"$root/dev/$name"
  mount -n --bind "/dev/$name" "$root/dev/$name"
done
for name in stdin:0 stdout:1 stderr:2; do ln -s "/proc/self/fd/\${name#*:}" "$root/dev/\${name%:*}"; done
ln -s /proc/self/fd "$root/dev/fd"
make() {
  [ -d "$1" ] || mkdir -p "$1"
}
while [ "$1" != -- ]; do
  path=$root$2
  case $1 in
    readable | sealed)
      make "\${path%/*}"
      if [ -d "$2" ]; then make "$path"; else : >"$path"; fi
      mount -n --bind -o ro,nosuid,nodev "$2" "$path"
      ;;
    writable)
      make "\${path%/*}"
      if [ -d "$2" ]; then make "$path"; else : >"$path"; fi
      mount -n --bind -o nosuid,nodev "$2" "$path"
      ;;
    link) make "\${path%/*}" && ln -s "$3" "$path" ;;
    text)
      make "\${path%/*}"
      name=$root/text-$#
      printf %s "$3" >"$name"
      mount -n --bind -o ro,nosuid,nodev "$name" "$path"
      ;;
    hidden-file) mount -n --bind -o ro,nosuid,nodev /dev/null "$path" ;;
    hidden-folder) mount -n -t tmpfs -o ro,nosuid,nodev,size=4k tmpfs "$path" ;;
    folder) [ -d "$path" ] || mkdir -p -m "$3" "$path" ;;
    scratch)
      make "$path"
      mount -n -t tmpfs -o "mode=1777,nosuid,nodev,size=$3" tmpfs "$path"
      ;;
  esac
  shift 3
done
shift
if [ "$way" = drop ]; then
  mount -n -t proc -o ro,nosuid,nodev,noexec proc "$root/proc"
else
  # The next namespace is the last one, and to enter it /proc has to be written.
  echo 1 >/proc/sys/user/max_user_namespaces
  mount -n -t proc -o nosuid,nodev,noexec proc "$root/proc"
  for name in sys sysrq-trigger irq bus fs; do
    [ ! -e "$root/proc/$name" ] ||
      mount -n --bind -o ro,nosuid,nodev,noexec "$root/proc/$name" "$root/proc/$name"
  done
fi
cd "$root"
pivot_root . .
umount -l .
mount -n -o remount,bind,ro,nosuid,nodev /
cd "$cwd"
echo started >&${STATUS}
exec ${STATUS}>&-
[ -z "$gate" ] || read -r gate <&"$gate"
PATH=$search_path
# What runs in the background reads nothing, unless it is told to.
exec 6<&0
"$@" <&6 6<&- &
exec 6<&-
wait $! 2>/dev/null
`
