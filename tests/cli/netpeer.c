/* Peers on the network for the tests of the competition protocol.
 *
 *     netpeer player MODE [SECONDS]   a player that misbehaves; prints its port
 *         garbage, nil, late (replies after SECONDS), close (hangs up), mute (never replies),
 *         endless (a reply without end)
 *     netpeer flood PORT N SECONDS    N open connections that send nothing
 *     netpeer drip PORT MS SECONDS    a message, one byte every MS milliseconds
 *     netpeer length PORT BYTES       announces a body of so many bytes; prints the first line
 *     netpeer send PORT               standard input as it is; prints what comes back */
#define _GNU_SOURCE /* strcasestr */
#include <arpa/inet.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static void pause_ms(long ms)
{
    struct timespec t = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&t, NULL);
}

static struct sockaddr_in local(int port)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return a;
}

static int dial(int port)
{
    struct sockaddr_in a = local(port);
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s >= 0 && connect(s, (struct sockaddr *)&a, sizeof a) == 0)
        return s;
    perror("netpeer");
    if (s >= 0)
        close(s);
    return -1;
}

static bool put(int s, const char *text, size_t size)
{
    while (size > 0) {
        ssize_t n = write(s, text, size);
        if (n <= 0)
            return false;
        text += n;
        size -= (size_t)n;
    }
    return true;
}

static void reply(int s, const char *body)
{
    char text[512];
    int n = snprintf(text, sizeof text, "HTTP/1.0 200 OK\r\nContent-type: text/acl\r\nContent-length: %zu\r\n\r\n%s",
                     strlen(body), body);
    put(s, text, (size_t)n);
}

/* Reads a whole request; the body's beginning is what matters here. */
static char *read_request(int s, char *text, size_t size)
{
    size_t n = 0;
    text[0] = 0;
    for (;;) {
        char *body = strstr(text, "\r\n\r\n");
        const char *length = body ? strcasestr(text, "content-length:") : NULL;
        if (body && (!length || n >= (size_t)(body + 4 - text) + strtoul(length + 15, NULL, 10)))
            return body + 4;
        ssize_t got = n + 1 < size ? read(s, text + n, size - n - 1) : 0;
        if (got <= 0)
            return NULL;
        n += (size_t)got;
        text[n] = 0;
    }
}

static void misbehave(int s, const char *mode, int seconds)
{
    if (strcmp(mode, "garbage") == 0)
        reply(s, ")) \x01\xff garbage ((");
    else if (strcmp(mode, "nil") == 0)
        reply(s, "nil");
    else if (strcmp(mode, "late") == 0) {
        pause_ms(seconds * 1000L);
        reply(s, "ready");
    } else if (strcmp(mode, "mute") == 0)
        pause_ms(seconds * 1000L);
    else if (strcmp(mode, "endless") == 0) {
        static const char head[] = "HTTP/1.0 200 OK\r\n\r\n";
        static char piece[1 << 16];
        memset(piece, '(', sizeof piece);
        for (bool more = put(s, head, sizeof head - 1); more;)
            more = put(s, piece, sizeof piece);
    }
}

static int player(const char *mode, int seconds)
{
    static char text[1 << 20];
    struct sockaddr_in a = local(0);
    socklen_t size = sizeof a;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(listener, (struct sockaddr *)&a, sizeof a) != 0 || listen(listener, 16) != 0 ||
        getsockname(listener, (struct sockaddr *)&a, &size) != 0)
        return 1;
    printf("port %d\n", ntohs(a.sin_port));
    fflush(stdout);
    for (;;) {
        int s = accept(listener, NULL, NULL);
        const char *body = s >= 0 ? read_request(s, text, sizeof text) : NULL;
        if (body && strcasestr(body, "(PLAY") == body)
            misbehave(s, mode, seconds);
        else if (body && strcasestr(body, "(INFO") == body)
            reply(s, "((name fake) (status available))");
        else if (body)
            reply(s, "ready");
        if (s >= 0)
            close(s);
    }
}

static int flood(int port, int count, int seconds)
{
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    int open = 0;
    while (open < count && dial(port) >= 0)
        open++;
    printf("open %d\n", open);
    fflush(stdout);
    pause_ms(seconds * 1000L);
    return 0;
}

static int drip(int port, int ms, int seconds)
{
    static const char text[] = "POST / HTTP/1.0\r\nContent-Length: 100000\r\n\r\n(INFO";
    int s = dial(port);
    for (int i = 0; s >= 0 && i * ms < seconds * 1000; i++) {
        char c = i < (int)sizeof text - 1 ? text[i] : ' ', back;
        if (write(s, &c, 1) != 1 || recv(s, &back, 1, MSG_DONTWAIT) == 0) {
            printf("cut after %d\n", i);
            return 0;
        }
        pause_ms(ms);
    }
    puts("not cut");
    return 0;
}

static int show(int s, bool first_line)
{
    char text[1 << 16];
    ssize_t n;
    while (s >= 0 && (n = read(s, text, sizeof text)) > 0) {
        fwrite(text, 1, first_line ? strcspn(text, "\r\n") : (size_t)n, stdout);
        if (first_line)
            break;
    }
    putchar('\n');
    return s < 0;
}

static int announce(int port, const char *bytes)
{
    char text[200];
    int s = dial(port);
    int n = snprintf(text, sizeof text, "POST / HTTP/1.0\r\nContent-Length: %s\r\n\r\n(INFO", bytes);
    put(s, text, (size_t)n);
    return show(s, true);
}

static int send_all(int port)
{
    char text[1 << 16];
    int s = dial(port);
    for (ssize_t n; s >= 0 && (n = read(0, text, sizeof text)) > 0;)
        put(s, text, (size_t)n);
    shutdown(s, SHUT_WR);
    return show(s, false);
}

int main(int argc, char **argv)
{
    const char *what = argc > 2 ? argv[1] : "";
    int a = argc > 3 ? atoi(argv[3]) : 0, b = argc > 4 ? atoi(argv[4]) : 0;
    signal(SIGPIPE, SIG_IGN);
    if (strcmp(what, "player") == 0)
        return player(argv[2], a ? a : 3600);
    if (strcmp(what, "flood") == 0)
        return flood(atoi(argv[2]), a, b);
    if (strcmp(what, "drip") == 0)
        return drip(atoi(argv[2]), a, b);
    if (strcmp(what, "length") == 0)
        return announce(atoi(argv[2]), argv[3]);
    if (strcmp(what, "send") == 0)
        return send_all(atoi(argv[2]));
    return 2;
}
